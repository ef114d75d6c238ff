/* SPDX-License-Identifier: MIT */
/* shrink_test.c - schedules made simpler, against brute force
 *
 *   shrink_test --programs N --seed S
 *
 * Of random programs that can fail a random failing schedule is made simpler.
 * What comes of it has to fail in the same way when it is replayed, to have no
 * more preemptions than it is said to, never more than before and never less
 * than brute force knows; in at least 95 of 100 programs it has as few.
 */
#include <stdio.h>

#include "schedule.h"

enum {
	LIMIT = 800, /* executions of a program; larger ones are left out */
	MOST = 5000  /* executions to make one simpler: it has to end before */
};

struct counted {
	struct schedule is;
	uint32_t preemptions, all;
};

static struct tally brute[BRUTE_COSTS];

static uint64_t of_kind(const struct tally *t, enum outcome_kind end)
{
	return end == OUTCOME_FAILED	   ? t->failed
	       : end == OUTCOME_DEADLOCKED ? t->deadlocked
					   : t->livelocked;
}

/* Does it wait for others, or for time alone? */
static bool waits(const struct pending *p, uint32_t first)
{
	return p->spinning || p->kind == OP_process_leave ||
	       op_is(p->kind, GIVES_WAY) ||
	       (first && (op_is(p->kind, GIVES_WAY_LATE) ||
				 op_info[p->kind].waits != WAITS_no));
}

/* Another thread than the last one, which could have gone on.  Brute force
 * counts those that wait for time as well. */
static uint32_t preemptions(const struct machine *m, bool all)
{
	uint32_t option[SCRIPT_OPTIONS], n = 0;
	struct pending pending;

	for (uint32_t i = 1; i < m->steps; i++) {
		tid last = m->made[i - 1].thread;

		if (m->made[i].thread == last ||
			!state_live(m->program, &m->before[i], last) ||
			!state_tried(m->program, &m->before[i], last, option))
			continue;
		pending = state_pending(m->program, &m->before[i], last);
		n += all || !waits(&pending, option[0]);
	}
	return n;
}

/* Threads that are passed over, from the last one around to who goes on. */
static uint32_t delays(const struct machine *m)
{
	uint32_t option[SCRIPT_OPTIONS], n = 0;

	for (uint32_t i = 1; i < m->steps; i++)
		for (tid t = m->made[i - 1].thread; t != m->made[i].thread;
			t = (tid)((t + 1u) % m->program->threads))
			n += state_live(m->program, &m->before[i], t) &&
			     state_tried(m->program, &m->before[i], t, option);
	return n;
}

static void take(struct counted *to, const struct machine *m)
{
	schedule_take(&to->is, m);
	to->preemptions = preemptions(m, false);
	to->all = preemptions(m, true);
}

static void simplify(const char *text, const struct program *p,
	const struct schedule *given, struct counted *best)
{
	struct machine *m = schedule_begin(text, p, "shrink", given);
	unsigned made = 0, taken = 0;

	for (; schedule_run(text, m); made++) {
		struct simplicity simple;
		struct counted now;

		if (made == MOST)
			schedule_failed(text, "it does not end");
		if (!search_shorter(m->search, &simple))
			continue;
		take(&now, m);
		if (taken++ == 0 && (made || now.is.steps != given->steps ||
					    now.is.end != given->end))
			schedule_failed(text,
				"the first is not the one that was given");
		if (simple.preemptions != now.preemptions ||
			simple.delays != delays(m) ||
			simple.steps != now.is.steps)
			schedule_failed(text,
				"it is not as simple as it is said to be");
		if (now.is.end != given->end)
			schedule_failed(text, "it fails in another way");
		if (taken > 1 && now.preemptions > best->preemptions)
			schedule_failed(text, "more preemptions");
		*best = now;
	}
	if (!taken)
		schedule_failed(text, "nothing came of it");
	if (preemptions(schedule_replay(text, p, &best->is), false) !=
		best->preemptions)
		schedule_failed(text, "it has other preemptions when replayed");
}

/* The fewest with which it can fail so. */
static uint32_t fewest(enum outcome_kind end)
{
	uint32_t n = 0;

	while (n < BRUTE_COSTS && !of_kind(&brute[n], end))
		n++;
	return n;
}

int main(int argc, char **argv)
{
	uint64_t programs = 500, seed = 1, minimal = 0, fewer = 0;
	uint64_t before = 0, after = 0, least = 0;
	struct program program;
	char text[512];

	schedule_options(argc, argv, &programs, &seed);
	for (uint64_t i = 0, n = 0; n < programs; i++) {
		struct schedule given;
		struct counted first, best;
		uint32_t few;

		for (unsigned k = 0; k < BRUTE_COSTS; k++)
			tally_free(&brute[k]);
		if (!schedule_program(
			    &program, text, sizeof text, seed, i, &given))
			continue;
		take(&first, schedule_replay(text, &program, &given));
		if (!first.preemptions || !brute_costs(&program, MACHINE_STEPS,
						  LIMIT, false, brute))
			continue;
		few = fewest(given.end);
		if (few == 0 && n % 2) /* most need none */
			continue;
		simplify(text, &program, &given, &best);
		if (best.all < few)
			schedule_failed(
				text, "fewer preemptions than there can be");
		n++;
		minimal += best.preemptions <= few;
		fewer += best.preemptions < first.preemptions;
		before += first.preemptions;
		after += best.preemptions;
		least += few;
	}
	printf("%llu programs, %llu with fewer preemptions, %llu with the "
	       "fewest "
	       "there are: %llu in all before, %llu after, %llu by brute "
	       "force\n",
		(unsigned long long)programs, (unsigned long long)fewer,
		(unsigned long long)minimal, (unsigned long long)before,
		(unsigned long long)after, (unsigned long long)least);
	if (minimal * 100 < programs * 98)
		printf("FAILED: too many have more preemptions than they "
		       "need\n");
	return minimal * 100 < programs * 98;
}
