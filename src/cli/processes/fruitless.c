/* SPDX-License-Identifier: MIT */
#include "cli/processes/fruitless.h"

#include "cli/processes/crew.h"

struct fruitless fruitless_from(uint64_t start_ns, uint64_t deadline_ns)
{
	uint64_t share = (deadline_ns - start_ns) / FRUITLESS_SHARE;

	return (struct fruitless){
		.from_ns = start_ns + share, .long_ns = share / 4};
}

/* Executions that were cut; false: somebody has come to an end. */
static bool only_cut(const struct crew *crew, uint64_t *cut)
{
	*cut = 0;
	for (unsigned i = 0; i < crew->size; i++) {
		const struct channel *c = crew->process[i].channel;

		if (c->bugs || c->count.executions || c->count.pruned)
			return false;
		*cut += c->count.stopped;
	}
	return true;
}

bool fruitless_so_far(const struct crew *crew)
{
	uint64_t cut;

	return only_cut(crew, &cut);
}

static bool is_time(const struct crew *crew)
{
	return crew->fruitless.from_ns && clock_ns() >= crew->fruitless.from_ns;
}

uint32_t fruitless_widest(const struct crew *crew)
{
	uint32_t most = 0;

	for (unsigned i = 0; i < crew->size; i++)
		if (crew->process[i].channel->widest > most)
			most = crew->process[i].channel->widest;
	return most;
}

bool fruitless(const struct crew *crew)
{
	uint64_t cut, enough = crew->fruitless.enough;

	return enough && only_cut(crew, &cut) &&
	       cut >= fruitless_of(enough, fruitless_widest(crew));
}

bool fruitless_may_hang(const struct crew *crew)
{
	uint64_t cut;

	return is_time(crew) && only_cut(crew, &cut) && !cut;
}
