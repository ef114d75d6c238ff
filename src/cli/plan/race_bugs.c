/* SPDX-License-Identifier: MIT */
#include "cli/plan/race_bugs.h"

#include <stdlib.h>

#include "report/suppress.h"
#include "report/text.h"

static bool same(const struct race *a, const struct race *b)
{
	return a->one.pc == b->one.pc && a->one.kind == b->one.kind &&
	       a->two.pc == b->two.pc && a->two.kind == b->two.kind;
}

/* A process that has kept its schedule. */
static bool find(
	const struct processes *all, const struct race *row, struct found *f)
{
	for (unsigned i = 0; i < all->size; i++) {
		const struct channel *c = all->process[i]->channel;

		if (!c || channel_check(c, NULL))
			continue;
		for (uint32_t j = 0; j < c->races; j++) {
			const struct channel_bug *bug =
				&c->race_bug[c->race[j].bug - 1u];

			if (!c->race[j].bug || !same(&c->candidate[j], row))
				continue;
			*f = (struct found){.in = c,
				.bug = bug,
				.schedule = (const struct choice
						*)(c->blob +
						   bug->schedule_offset),
				.steps = bug->schedule_length,
				.number = channel_bug_number(bug)};
			return true;
		}
	}
	return false;
}

static bool real(const struct result *r, uint32_t i)
{
	return !race_suppressed(&r->candidate[i]) &&
	       !suppressions_of_race(r, i);
}

void race_bugs(struct result *r, const struct processes *all)
{
	static struct names names;
	const struct channel *c = processes_channel(all);
	uint32_t *group = calloc(r->races + 1, sizeof *group);
	bool *told = calloc(r->races + 1, sizeof *told);
	struct found f;

	if (c && group && told) {
		names_init(&names, c);
		races_group(&names, r, group);
		names_fini(&names);
		for (uint32_t i = 0; i < r->races; i++)
			if (!told[group[i]] && real(r, i) &&
				find(all, &r->candidate[i], &f)) {
				told[group[i]] = true;
				result_add_found(r, &f);
			}
	}
	free(group);
	free(told);
}
