/* SPDX-License-Identifier: MIT */
/* brute.c - every schedule of a script by recursion on copied states
 *
 * Shares nothing with the search: this is what the search is compared with.
 */
#include "machine.h"

struct brute {
	const struct program *program;
	uint32_t steps_max;
	uint64_t limit;
	struct tally *tally;
	struct choice schedule[MACHINE_STEPS];
};

static bool explore(
	struct brute *b, const struct state *s, unsigned last, uint32_t depth)
{
	const struct program *p = b->program;
	struct tally *t = b->tally;
	bool any = false;

	/* From the thread that ran last, around; alternatives ascending. */
	for (unsigned i = 0; i < p->threads; i++) {
		unsigned u = (last + i) % p->threads;
		uint32_t option[SCRIPT_OPTIONS];
		unsigned n = state_options(p, s, u, option);

		for (unsigned j = 0; j < n; j++) {
			struct state next = *s;
			struct choice c = {(tid)u, 0, 0, option[j]};

			any = true;
			if (depth == b->steps_max)
				break;
			b->schedule[depth] = c;
			state_step(p, &next, c, NULL);
			if (!explore(b, &next, u, depth + 1))
				return false;
		}
	}
	if (any && depth < b->steps_max)
		return true;
	tally_end(t, any ? OUTCOME_STOPPED : state_end(p, s), s, b->schedule,
		depth);
	return t->executions + t->pruned + t->stopped < b->limit;
}

bool brute_force(const struct program *p, uint32_t steps_max, uint64_t limit,
	struct tally *out)
{
	struct brute b = {p, steps_max, limit, out, {{0}}};
	struct state s;

	state_start(p, &s);
	return explore(&b, &s, 0, 0);
}
