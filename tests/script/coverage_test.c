/* SPDX-License-Identifier: MIT */
/* coverage_test.c - what coverage.h counts, and what it says is unseen
 *
 *   coverage_test [--programs N] [--seed S]
 *
 * Random programs of single operations: every schedule that brute force knows
 * is told to a struct coverage, which must count as many orders as there are
 * traces.  Those whose operations do otherwise than they say (coverage.h) are
 * left out, and counted.
 *
 * By hand: orders, lock orders and pairs of programs.
 *
 * What is unseen: the probability of each trace under `random` is added up over
 * all schedules; what n executions leave unseen is then known to the last
 * digit, and compared with what the search says, over many seeds: on average it
 * is right within a hundredth, and twice the error that it states holds in 9 of
 * 10 (a normal distribution would have 19 of 20).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "machine.h"
#include "search/coverage.h"

enum {
	MEMORY = 1 << 22,
	ENDS_MAX = 2000, /* larger programs are left out */
	TRACES_MAX = 2048,
	SEEDS = 200
};

static _Alignas(16) char region[1 << 20], memory[MEMORY];
static struct machine machine;
static struct coverage all; /* of all schedules of a program */
static unsigned failed;

struct ways {
	const struct program *program;
	struct events events;
	struct choice schedule[MACHINE_STEPS];
	uint32_t depth;
	uint64_t ends;
	struct {
		uint64_t hash;	    /* of the trace, */
		uint64_t order;	    /* of its order; */
		double probability; /* of being drawn */
	} trace[TRACES_MAX];
	unsigned traces;
	bool differs; /* some trace has several orders, or they share one */
	bool left_out;
};
static struct ways walk;

static void view_of(const struct program *p, const struct state *s,
	struct pending thread[SCRIPT_ENTRIES], struct view *view)
{
	uint32_t option[SCRIPT_OPTIONS];

	*view = (struct view){.thread = thread, .last = TID_NONE};
	for (unsigned t = 0; t < script_entries(p); t++) {
		memset(&thread[t], 0, sizeof thread[t]);
		if (!state_live(p, s, t))
			continue;
		thread[t] = state_pending(p, s, t);
		thread[t].offers = state_tried(p, s, t, option);
		view->threads = (tid)(t + 1);
		view->enabled += thread[t].offers > 0;
	}
}

/* The schedule once more, for the one and for the other. */
static void look_at(struct ways *w, double probability, enum outcome_kind end)
{
	struct pending thread[SCRIPT_ENTRIES];
	struct state s;
	struct view view;
	unsigned i;

	coverage_begin(&all);
	state_start(w->program, &s);
	for (uint32_t d = 0; d < w->depth; d++) {
		view_of(w->program, &s, thread, &view);
		coverage_step(&all, &view, &w->schedule[d]);
		state_step(w->program, &s, w->schedule[d], NULL);
	}
	coverage_end(&all, end);
	for (i = 0; i < w->traces; i++) {
		bool trace = w->trace[i].hash == events_hash(&w->events);
		bool order = w->trace[i].order == all.order;

		w->differs |= trace != order;
		if (trace)
			break;
	}
	if (i == TRACES_MAX) {
		w->left_out = true;
		return;
	}
	if (i == w->traces) {
		w->trace[i].hash = events_hash(&w->events);
		w->trace[i].order = all.order;
		w->trace[i].probability = 0;
		w->traces++;
	}
	w->trace[i].probability += probability;
}

static void explore(struct ways *w, const struct state *s, double probability)
{
	const struct program *p = w->program;
	uint32_t option[SCRIPT_OPTIONS], enabled = 0;

	for (unsigned t = 0; t < script_entries(p); t++)
		enabled += state_tried(p, s, t, option) > 0;
	if (!enabled || w->depth == MACHINE_STEPS) {
		enum outcome_kind end = state_end(p, s);

		w->left_out |= enabled || end == OUTCOME_PRUNED ||
			       end == OUTCOME_REDUNDANT || w->events.full ||
			       ++w->ends > ENDS_MAX;
		if (!w->left_out)
			look_at(w, probability, end);
		return;
	}
	for (unsigned t = 0; t < script_entries(p) && !w->left_out; t++) {
		unsigned n = state_tried(p, s, t, option);

		for (unsigned j = 0; j < n; j++) {
			struct state next = *s;
			struct choice c = {(tid)t, 0, 0, option[j]};
			struct touched f = {0};
			bool blocked = state_step(p, &next, c, &f);
			struct transition done = script_transition(
				p, s, c, w->depth, blocked, &f);

			events_cut(&w->events, w->depth);
			events_add(&w->events, &done, 0);
			w->schedule[w->depth++] = c;
			explore(w, &next, probability / enabled / n);
			w->depth--;
		}
	}
}

/* All schedules of the program in `text`; false: it is left out. */
static bool know(struct program *program, const char *text)
{
	struct state s;

	memset(&all, 0, sizeof all);
	if (script_parse(program, text, NULL) != OK)
		return false;
	walk.program = program;
	walk.depth = 0;
	walk.ends = walk.traces = 0;
	walk.differs = walk.left_out = false;
	events_init(&walk.events, memory, sizeof memory);
	state_start(program, &s);
	explore(&walk, &s, 1);
	return !walk.left_out && walk.ends;
}

static void complain(const char *text, const char *what)
{
	printf("FAILED: %s\n  %s\n", what, text);
	failed++;
}

/* --- as many orders as traces */

/* Do all of its operations do what they had pending, and no more?  What fails
 * or leaves ends the others, and that is a matter of when. */
static bool tells_all(const char *text)
{
	static const char *const not [] = {"cas", "try", "twait", "cwait", "if",
		"alloc", "free", "new", "exit", "fail", "assert", "assume",
		"again", "until", "signal", "broadcast", "barrier", "fence",
		"seq", "rel", "tso", "pso"};

	for (unsigned i = 0; i < sizeof not / sizeof *not ; i++)
		if (strstr(strchr(text, '|'), not [i])) /* behind `init` */
			return false;
	return true;
}

static void random_programs(unsigned programs, uint64_t seed)
{
	static void (*const make[])(struct rng *, char *, size_t, bool) = {
		generate, generate_families};
	unsigned alike = 0, others = 0, differ = 0;
	struct program program;
	struct rng rng;
	char text[1024];

	rng_seed(&rng, seed, 0);
	while (alike < programs) {
		make[rng_below(&rng, 2)](&rng, text, sizeof text, true);
		if ((!tells_all(text) && others >= programs) ||
			!know(&program, text))
			continue;
		if (!tells_all(text)) {
			others++;
			differ += walk.differs;
			continue;
		}
		alike++;
		if (walk.differs ||
			shown_count(&all.shown).order.kinds != walk.traces)
			complain(text, "other orders than traces");
	}
	printf("%u programs: orders are traces; of %u others %u differ\n",
		alike, others, differ);
}

/* --- by hand */

static const struct {
	const char *text;
	unsigned order, lock_order, pairs;
} known[] = {
	/* Each pair of places: nobody and the read; the write and the read. */
	{"x=1 | a=x", 2, 1, 2},
	{"a=x | b=x", 1, 1, 2},
	/* A write reads from nobody. */
	{"x=1 | x=2", 2, 1, 0},
	{"x=1 | y=1", 1, 1, 0},
	/* r sees 0, 1 or 2: of x=1; x=2. */
	{"x=1; x=2 | a=x", 3, 1, 3},
	/* Two ways to take a lock.  A lock meets nobody or an unlock, and an
	 * unlock the lock before it. */
	{"lock m0; unlock m0 | lock m0; unlock m0", 2, 2, 6},
	/* The reads are ordered in no way, the lock is. */
	{"lock m0; a=x; unlock m0 | lock m0; a=x; unlock m0 | b=x", 2, 2, 9},
	/* Posts commute: who is first is no matter, but the waiter meets either
	 * post, or none; posts meet nobody, each other, or the waiter. */
	{"post s0 | post s0", 1, 1, 4},
	/* Additions, too. */
	{"add x 1 | add x 1 | add x 1", 1, 1, 9},
	{"choose 3 a", 3, 1, 0},
	{"choose 2 a; x=a | b=x", 4, 1, 2},
};

static void by_hand(void)
{
	for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
		struct program program;
		struct covered c;

		if (!know(&program, known[i].text)) {
			complain(known[i].text, "no script");
			continue;
		}
		c = shown_count(&all.shown);
		printf("%s\n  orders %g, of locks %g, pairs %g\n",
			known[i].text, c.order.kinds, c.lock_order.kinds,
			c.pairs.kinds);
		if (c.order.kinds != known[i].order ||
			c.lock_order.kinds != known[i].lock_order ||
			c.pairs.kinds != known[i].pairs)
			complain(known[i].text, "not as counted by hand");
	}
}

/* --- what is unseen */

static const struct {
	const char *text;
	unsigned executions;
} unseen[] = {
	{"x=1; x=2; x=3; x=4 | a=x; a=x; a=x; a=x", 200},
	{"fetch x 1 a; fetch x 1 a; fetch x 1 a | fetch x 1 a; fetch x 1 a; "
	 "fetch x 1 a",
		60},
	{"x=1; y=1; a=x | x=2; b=y; b=x", 40},
};

/* After so many executions of `random`; what was left unseen is added up. */
static struct covered sample(const struct program *program, uint64_t seed,
	unsigned executions, double *missed)
{
	struct search_config config = {.strategy = "random",
		.seed = seed,
		.executions_max = executions};
	struct search *search;
	const struct samples *shown;
	static struct samples with;

	search_new(&search, region, sizeof region, &config, NULL);
	machine_init(&machine, program, search);
	while (machine_run(&machine))
		;
	tally_free(&machine.tally);
	shown = search_shown(search);
	*missed = 0;
	if (!shown)
		return (struct covered){0};
	with = *shown;
	for (unsigned i = 0; i < walk.traces; i++)
		if (species_see(&with.order, hash_mix(walk.trace[i].order), 1))
			*missed += walk.trace[i].probability;
	return shown_count(shown);
}

static void estimates(void)
{
	for (unsigned i = 0; i < sizeof unseen / sizeof *unseen; i++) {
		unsigned within = 0, n = unseen[i].executions;
		double said = 0, was = 0, error = 0, missed;
		struct program program;

		if (!know(&program, unseen[i].text)) {
			complain(unseen[i].text, "no script");
			continue;
		}
		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			struct covered c = sample(&program, seed, n, &missed);

			said += c.order.unseen / SEEDS;
			was += missed / SEEDS;
			error += c.order.error / SEEDS;
			within += fabs(c.order.unseen - missed) <=
				  2 * c.order.error + 1e-9;
			if (c.executions != n)
				complain(unseen[i].text, "not counted");
		}
		printf("%s\n  %u traces; after %u executions %.4f is unseen, "
		       "said %.4f give or take %.4f: within twice that in %u "
		       "of %d\n",
			unseen[i].text, walk.traces, n, was, said, error,
			within, SEEDS);
		if (fabs(said - was) > 0.01)
			complain(unseen[i].text, "wrong on average");
		if (within < SEEDS * 9 / 10)
			complain(unseen[i].text, "the error is larger");
	}
}

/* --- more than fit */

static void many(void)
{
	static struct species one, two, both;
	struct species_count c;

	for (uint64_t i = 0; i < 1000000; i++) {
		species_see(i % 2 ? &one : &two, hash_mix(i), 1);
		if (i % 10 == 0)
			species_see(&two, hash_mix(i), 1);
	}
	species_add(&both, &one);
	species_add(&both, &two);
	c = species_count(&both, 1100000);
	printf("a million: said %.0f, once %.0f\n", c.kinds, c.once);
	if (c.exact || fabs(c.kinds / 1e6 - 1) > 0.05 ||
		fabs(c.once / 9e5 - 1) > 0.05 ||
		fabs(c.unseen - 9. / 11) > 0.05)
		complain("a million kinds", "badly estimated");
	if (both.kept > SPECIES_MOST)
		complain("a million kinds", "too many kept");
	for (uint64_t i = 0; i < 1000000; i++)
		if (species_see(&both, hash_mix(i), 1)) {
			complain("a million kinds", "one is new again");
			break;
		}
}

int main(int argc, char **argv)
{

	unsigned programs = 300;
	uint64_t seed = 1;

	for (int i = 1; i + 1 < argc; i += 2)
		if (strcmp(argv[i], "--programs") == 0)
			programs = (unsigned)atoi(argv[i + 1]);
		else if (strcmp(argv[i], "--seed") == 0)
			seed = strtoull(argv[i + 1], NULL, 10);
	random_programs(programs, seed);
	by_hand();
	estimates();
	many();
	printf("%u failed\n", failed);
	return failed != 0;
}
