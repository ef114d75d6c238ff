/* SPDX-License-Identifier: MIT */
/* raced.c - what a data race is about: a variable, or a member of a block
 *
 * A race has no trace, unless the test failed besides: what is asked for is
 * what was noted when it was seen.
 */
#include "report/text.h"

#include <inttypes.h>

static uint64_t bytes(const struct channel_race *race)
{
	uint64_t one = race->first.size, two = race->second.size;

	return one && one < two ? one : two;
}

/* A local of the frame that it was in. */
static bool in_frame(struct names *n, const struct channel_race *race,
	char *out, size_t size)
{
	struct datum d;

	if (!race->frame_pc || !n->symbols ||
		!symbols_local(n->symbols, race->frame_pc, race->frame_cfa,
			race->place.address, bytes(race), &d))
		return false;
	snprintf(out, size, "%s (local of %s in %s, %" PRIu64 " byte%s)",
		d.name, d.function, names_thread(race->place.stack_of), d.size,
		d.size == 1 ? "" : "s");
	return true;
}

/* Of whatever type whoever allocated it has made it. */
static bool in_block(struct names *n, const struct channel_race *race,
	char *out, size_t size)
{
	const struct channel_place *p = &race->place;
	char text[360];
	struct typed type;
	struct datum d;

	if (!p->block || !n->symbols || p->address < p->block)
		return false;
	type = names_block_type(n, p);
	if (!type.size ||
		!symbols_part(&type, p->address - p->block, bytes(race), &d) ||
		!d.name[0])
		return false;
	names_place(n, p, text, sizeof text);
	snprintf(out, size, "%s%s (%s)", type.name, d.name, text);
	return true;
}

void races_object(struct names *n, const struct channel_race *race, char *out,
	size_t size)
{
	names_at(n, race->place.address);
	if (race->first.freeing || race->second.freeing)
		names_block(n, &race->place, out, size);
	else if (!in_frame(n, race, out, size) && !in_block(n, race, out, size))
		names_place(n, &race->place, out, size);
}
