/* SPDX-License-Identifier: MIT */
/* brute.c - every schedule of a script by recursion on copied states
 *
 * Shares nothing with the search: this is what the search is compared with.
 */
#include "machine.h"

enum cost {
	COST_NONE,
	COST_PREEMPTIONS,
	COST_DELAYS
};

struct brute {
	const struct program *program;
	uint32_t steps_max;
	uint64_t limit, ends;
	struct tally *tally; /* the one, or BRUTE_COSTS of them */
	enum cost cost;
	struct events *trace; /* NULL: not wanted */
	void (*see)(void *to, uint64_t hash);
	void *to;
	struct choice schedule[MACHINE_STEPS];
};

static void step(struct brute *b, const struct state *s, struct state *next,
	struct choice c, uint32_t depth)
{
	struct touched f = {0};
	bool blocked = state_step(b->program, next, c, b->trace ? &f : NULL);
	struct transition done;

	if (!b->trace)
		return;
	done = script_transition(b->program, s, c, depth, blocked, &f);
	events_cut(b->trace, depth);
	events_add(b->trace, &done, 0);
}

/* What it costs to go on with thread u, as the papers define it; they have no
 * thread that waits to leave the process, and which of several is first is
 * free; so is what no thread makes.
 */
static unsigned cost_of(
	const struct brute *b, const struct state *s, unsigned last, unsigned u)
{
	unsigned n = b->program->threads, skipped = 0;
	uint32_t option[SCRIPT_OPTIONS];

	if (last == n || b->cost == COST_NONE || u == last || u >= n)
		return 0;
	if (b->cost == COST_PREEMPTIONS)
		return state_pending(b->program, s, last).kind !=
			       OP_process_leave &&
		       state_tried(b->program, s, last, option) > 0;
	for (unsigned x = 0; (last + x) % n != u; x++)
		skipped +=
			state_tried(b->program, s, (last + x) % n, option) > 0;
	return skipped;
}

/* The first buffer that can be flushed; else the thread that ran last, if it
 * can go on, or the next one around that can. */
static unsigned first(
	const struct program *p, const struct state *s, unsigned last)
{
	uint32_t option[SCRIPT_OPTIONS];

	for (unsigned i = p->threads; i < script_entries(p); i++)
		if (state_tried(p, s, i, option))
			return i;
	for (unsigned i = 0; i < p->threads; i++)
		if (state_tried(p, s, (last + i) % p->threads, option))
			return (last + i) % p->threads;
	return 0;
}

static bool explore(struct brute *b, const struct state *s, unsigned last,
	uint32_t depth, unsigned cost)
{
	const struct program *p = b->program;
	unsigned from = first(p, s, last);
	bool any = false;

	/* From the default on, around; alternatives ascending. */
	for (unsigned i = 0; i < script_entries(p); i++) {
		unsigned u = (from + i) % script_entries(p);
		uint32_t option[SCRIPT_OPTIONS];
		unsigned n = state_tried(p, s, u, option);

		for (unsigned j = 0; j < n; j++) {
			struct state next = *s;
			struct choice c = {(tid)u, 0, 0, option[j]};

			any = true;
			if (depth == b->steps_max)
				break;
			b->schedule[depth] = c;
			step(b, s, &next, c, depth);
			if (!explore(b, &next, u < p->threads ? u : last,
				    depth + 1, cost + cost_of(b, s, last, u)))
				return false;
		}
	}
	if (any && depth < b->steps_max)
		return true;
	if (b->trace) {
		events_cut(b->trace, depth);
		b->see(b->to, events_hash(b->trace));
	}
	tally_end(&b->tally[cost], any ? OUTCOME_STOPPED : state_end(p, s), s,
		b->schedule, depth);
	return ++b->ends < b->limit;
}

bool brute_force(const struct program *p, uint32_t steps_max, uint64_t limit,
	struct tally *out)
{
	return brute_traces(p, steps_max, limit, out, NULL, NULL, NULL);
}

bool brute_traces(const struct program *p, uint32_t steps_max, uint64_t limit,
	struct tally *out, struct events *trace,
	void (*see)(void *to, uint64_t hash), void *to)
{
	struct brute b = {.program = p,
		.steps_max = steps_max,
		.limit = limit,
		.tally = out,
		.trace = trace,
		.see = see,
		.to = to};
	struct state s;

	state_start(p, &s);
	return explore(&b, &s, p->threads, 0, 0);
}

bool brute_costs(const struct program *p, uint32_t steps_max, uint64_t limit,
	bool delays, struct tally out[BRUTE_COSTS])
{
	struct brute b = {.program = p,
		.steps_max = steps_max,
		.limit = limit,
		.tally = out,
		.cost = delays ? COST_DELAYS : COST_PREEMPTIONS};
	struct state s;

	state_start(p, &s);
	return explore(&b, &s, p->threads, 0, 0);
}
