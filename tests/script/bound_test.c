/* SPDX-License-Identifier: MIT */
/* bound_test.c - ipb and idb against brute force on random programs
 *
 *   bound_test --programs N --seed S
 *
 * Brute force sorts all schedules of a program by their number of preemptions,
 * or delays.  For each bound the strategy has to make those that have exactly
 * as many, in that order, and to say what it made.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

enum {
	LIMIT = 2000, /* executions of a program; larger ones are left out */
	REGION = 1 << 20,
};

struct subject {
	const struct program *program;
	const char *text, *strategy;
	uint32_t steps_max;
	unsigned costs; /* one more than the most that a schedule has */
	struct rng *rng;
};

static _Alignas(16) char memory[2][REGION], saved[REGION];
static struct tally brute[BRUTE_COSTS], found[BRUTE_COSTS];
static struct machine machines[2];

__attribute__((noreturn)) static void failed(
	const struct subject *s, const char *check, const char *what)
{
	printf("FAILED: %s, %s: %s\n  %s\n  at most %u steps\n", s->strategy,
		check, what, s->text, s->steps_max);
	exit(1);
}

static void clear(struct tally *t)
{
	for (unsigned i = 0; i < BRUTE_COSTS; i++)
		tally_free(&t[i]);
}

static struct machine *begin(const struct subject *s, uint32_t bounds)
{
	struct search_config config = {
		.steps_max = s->steps_max, .bounds = bounds};
	struct machine *m = &machines[0];
	struct search *search;
	struct err err;

	strcpy(config.strategy, s->strategy);
	if (search_new(&search, memory[0], REGION, &config, &err) != OK)
		failed(s, "search_new", err.text);
	machine_init(m, s->program, search);
	m->check_keep = true;
	clear(found);
	return m;
}

/* One execution, whose tally is that of its bound. */
static bool run_one(const struct subject *s, struct machine *m)
{
	const struct search_bounds *b = search_bounds(m->search);
	bool made;

	/* The bound of the next execution is not known before it is made. */
	memset(&m->tally, 0, sizeof m->tally);
	made = machine_run(m);
	if (m->wrong)
		failed(s, "the seam", m->wrong);
	if (made && !m->again) {
		if (b->now >= s->costs)
			failed(s, "one bound", "no schedule has as many");
		tally_end(&found[b->now], m->end, &m->before[m->steps], m->made,
			m->steps);
	}
	tally_free(&m->tally);
	return made;
}

/* Up to n executions. */
static void run(const struct subject *s, struct machine *m, uint64_t n)
{
	for (uint64_t i = 0; i < n && run_one(s, m); i++)
		if (i > (uint64_t)LIMIT * BRUTE_COSTS)
			failed(s, "end", "none");
}

/* Those with up to `last` are as brute force has them, and no others are. */
static void equal(const struct subject *s, const char *check, unsigned last)
{
	for (unsigned i = 0; i < s->costs; i++) {
		static const struct tally none;
		const char *what = tally_differ(
			i <= last ? &brute[i] : &none, &found[i], true);

		if (what)
			failed(s, check, what);
	}
}

static uint64_t bugs_of(const struct tally *t)
{
	return t->failed + t->deadlocked + t->livelocked;
}

/* Bounds of which no execution met the step limit, and what they hold. */
static bool is_done(
	const struct subject *s, const struct search_bounds *b, unsigned most)
{
	uint64_t within = 0;
	unsigned done = 0;

	for (; done < most && !brute[done].stopped; done++)
		within += brute[done].executions;
	return b->done == done && b->within == within;
}

static void check_all(const struct subject *s)
{
	struct machine *m = begin(s, 0);
	const struct search_bounds *b = search_bounds(m->search);
	const struct search_count *count = search_count(m->search);
	const struct tally *last = &brute[s->costs - 1];
	uint64_t executions = 0, stopped = 0, again = 0, before = 0;
	struct estimated is;

	run(s, m, UINT64_MAX);
	equal(s, "all", s->costs - 1);
	for (unsigned i = 0; i < s->costs; i++) {
		executions += brute[i].executions;
		stopped += brute[i].stopped;
		again += before;
		before += brute[i].executions + brute[i].pruned +
			  brute[i].stopped;
	}
	if (count->executions != executions || count->stopped != stopped ||
		count->again != again)
		failed(s, "all", "search_count");
	if (b->now != s->costs - 1 || !is_done(s, b, s->costs) || b->more ||
		b->executions != last->executions || b->failed != bugs_of(last))
		failed(s, "all", "search_bounds");
	if (search_exhausted(m->search) != (stopped == 0))
		failed(s, "all", "search_exhausted");
	/* Of the last bound alone, which makes all others again. */
	if (!search_estimate(m->search, &is) || is.fraction != 1 ||
		is.executions != (double)before)
		failed(s, "all", "search_estimate");
}

/* No further than a bound that was given. */
static void check_given(const struct subject *s)
{
	unsigned most = rng_below(s->rng, s->costs + 1);
	struct machine *m = begin(s, most + 1);
	bool whole = most + 1 >= s->costs;

	run(s, m, UINT64_MAX);
	equal(s, "given", most);
	for (unsigned i = 0; i < s->costs; i++)
		whole = whole && brute[i].stopped == 0;
	if (search_exhausted(m->search) != whole)
		failed(s, "given", "search_exhausted");
	if (!is_done(s, search_bounds(m->search),
		    most < s->costs ? most + 1 : s->costs))
		failed(s, "given", "search_bounds");
	if (search_bounds(m->search)->more != (most + 1 < s->costs))
		failed(s, "given", "more");
}

/* The bound of the first failure is explored to its end, no other is begun. */
static void check_finish(const struct subject *s)
{
	struct machine *m = begin(s, 0);
	unsigned last = 0;

	while (last + 1 < s->costs && !bugs_of(&brute[last]))
		last++;
	/* Asked for at the start, in the middle, or when one has failed. */
	for (unsigned i = rng_below(s->rng, 3) ? rng_below(s->rng, 10) : LIMIT;
		i > 0 && !bugs_of(&found[last]); i--)
		run_one(s, m);
	search_finish_bound(m->search);
	run(s, m, UINT64_MAX);
	equal(s, "finish", last);
}

/* Some executions, perhaps half of one more, the rest elsewhere. */
static void check_saved(const struct subject *s, uint64_t total)
{
	struct machine *m = begin(s, 0), *next = &machines[1];
	struct err err;
	size_t length;

	run(s, m, rng_below(s->rng, (uint32_t)(2 * total + 1)));
	if (rng_below(s->rng, 2)) {
		machine_abandon(m, rng_below(s->rng, 8));
		m->fresh = true;
	}
	length = search_save(m->search, saved, sizeof saved);
	memset(memory[1], 0x55, sizeof memory[1]);
	machine_init(next, s->program, NULL);
	if (search_load(&next->search, memory[1], REGION, saved, length,
		    &err) != OK)
		failed(s, "load", err.text);
	next->check_keep = true;
	run(s, next, UINT64_MAX);
	equal(s, "saved and loaded", s->costs - 1);
	if (!is_done(s, search_bounds(next->search), s->costs))
		failed(s, "saved and loaded", "search_bounds");
}

/* A restart begins with bound 0. */
static void check_restart(const struct subject *s, uint64_t total)
{
	struct machine *m = begin(s, 0);

	run(s, m, rng_below(s->rng, (uint32_t)total + 1));
	if (rng_below(s->rng, 2))
		search_finish_bound(m->search);
	search_restart(m->search, NULL);
	m->fresh = true;
	clear(found);
	run(s, m, UINT64_MAX);
	equal(s, "restart", s->costs - 1);
}

/* False: too large. */
static bool check_program(struct subject *s, bool delays)
{
	uint64_t total = 0;

	s->strategy = delays ? "idb" : "ipb";
	clear(brute);
	if (!brute_costs(s->program, s->steps_max, LIMIT, delays, brute))
		return false;
	s->costs = 0;
	for (unsigned i = 0; i < BRUTE_COSTS; i++) {
		uint64_t n = brute[i].executions + brute[i].pruned +
			     brute[i].stopped;

		total += n;
		if (n)
			s->costs = i + 1;
	}
	check_all(s);
	check_given(s);
	check_finish(s);
	check_saved(s, total);
	check_restart(s, total);
	return true;
}

int main(int argc, char **argv)
{
	void (*make)(struct rng *, char *, size_t, bool) = generate;
	uint64_t programs = 2000, seed = 1, left_out = 0, many = 0;
	struct program program;
	struct rng rng;
	char text[512];
	struct subject s = {.program = &program, .text = text, .rng = &rng};

	for (int i = 1; i + 1 < argc; i += 2)
		if (strcmp(argv[i], "--programs") == 0)
			programs = strtoull(argv[i + 1], NULL, 0);
		else if (strcmp(argv[i], "--seed") == 0)
			seed = strtoull(argv[i + 1], NULL, 0);
		else if (strcmp(argv[i], "--make") == 0) /* buffers */
			make = generate_buffers;
	for (uint64_t i = 0, n = 0; n < programs; i++) {
		struct err err;

		rng_seed(&rng, seed, i);
		make(&rng, text, sizeof text, false);
		s.steps_max = rng_below(&rng, 6) ? 40 : 3 + rng_below(&rng, 6);
		if (script_parse(&program, text, &err) != OK)
			failed(&s, "parse", err.text);
		if (i % 3 == 0)
			script_withhold(&program);
		if (!check_program(&s, false) || !check_program(&s, true)) {
			left_out++;
			continue;
		}
		many += s.costs > 4;
		n++;
	}
	printf("%llu programs (%llu larger ones left out), %llu with more than "
	       "4 delays\n",
		(unsigned long long)programs, (unsigned long long)left_out,
		(unsigned long long)many);
	return 0;
}
