/* SPDX-License-Identifier: MIT */
/* size_test.c - what a random walk says of the number of traces, against brute
 * force
 *
 *   size_test [--programs N] [--seed S] [--single]
 *
 * The average over walks is a sum over all interleavings, each with what it
 * says times its probability: that sum is the number of traces, to the last
 * digit.  And of some programs whose traces are counted by hand the average of
 * so many walks that strategy size makes is near it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "search/size.h"

enum {
	REGION = 1 << 24,
	MEMORY = 1 << 22,
	ENDS_MAX = 20000, /* larger programs are left out */
	WALKS = 100000
};

static void (*const makers[])(struct rng *, char *, size_t, bool) = {
	generate, generate_families, generate_buffers, generate_barriers};

/* By hand. */
static const struct {
	const char *text;
	double traces, percent; /* off at most */
} known[] = {
	/* No two meet: each walk says so. */
	{"u=1; u=2; u=3 | v=1; v=2; v=3 | w=1; w=2; w=3", 1, 0},
	/* Four and four that all do: 8 over 4. */
	{"fetch x 1 a; fetch x 1 a; fetch x 1 a; fetch x 1 a | "
	 "fetch x 1 a; fetch x 1 a; fetch x 1 a; fetch x 1 a",
		70, 2},
	/* Beside some that do not. */
	{"u=1; fetch x 1 a; u=2; fetch x 1 a | v=1; v=2; fetch x 1 a; "
	 "fetch x 1 a | w=1; w=2; w=3; w=4",
		6, 3},
	/* Two places, each met by two threads twice. */
	{"fetch x 1 a; fetch x 1 a | fetch x 1 a; fetch x 1 a | fetch y 1 a; "
	 "fetch y 1 a | fetch y 1 a; fetch y 1 a",
		36, 5},
	{"choose 3 a; x=a | choose 2 b; y=b", 6, 0},
};

struct sums {
	const struct program *program;
	struct history history;
	struct size_room room;
	struct events events;
	uint64_t ends;
	double sum;
	uint64_t *trace; /* their hashes */
	size_t traces;
	bool left_out;
};

static _Alignas(16) char region[REGION], memory[3][MEMORY];
static struct machine machine;

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void leaf(struct sums *s, const struct state *state)
{
	enum outcome_kind kind = state_end(s->program, state);
	struct large one = large_of(1);

	/* What fails or leaves ends other orders of its events before that. */
	if (kind == OUTCOME_FAILED || kind == OUTCOME_PRUNED || state->left ||
		++s->ends > ENDS_MAX ||
		!size_divide(&s->history, &s->room, &one)) {
		s->left_out = true;
		return;
	}
	s->sum += large_value(one);
	s->trace[s->traces++] = events_hash(&s->events);
}

static void explore(struct sums *s, const struct state *state, uint32_t depth)
{
	bool any = false;

	for (unsigned u = 0; !s->left_out && u < script_entries(s->program);
		u++) {
		uint32_t option[SCRIPT_OPTIONS];
		unsigned n = state_tried(s->program, state, u, option);

		for (unsigned j = 0; !s->left_out && j < n; j++) {
			struct state next = *state;
			struct choice c = {(tid)u, 0, 0, option[j]};
			struct touched f = {0};
			struct transition done;
			bool blocked;

			any = true;
			if (depth == MACHINE_STEPS) {
				s->left_out = true;
				return;
			}
			blocked = state_step(s->program, &next, c, &f);
			done = script_transition(
				s->program, state, c, depth, blocked, &f);
			history_cut(&s->history, depth);
			history_add(&s->history, &done);
			events_cut(&s->events, depth);
			events_add(&s->events, &done, 0);
			explore(s, &next, depth + 1);
		}
	}
	history_cut(&s->history, depth);
	events_cut(&s->events, depth);
	if (!any && !s->left_out)
		leaf(s, state);
}

/* 1: as it should be, 0: left out, -1: it is not. */
static int whole(const struct program *p, const char *text)
{
	static uint64_t hashes[ENDS_MAX];
	static _Alignas(8) char room[1 << 20];
	struct sums s = {.program = p, .trace = hashes};
	struct state start;
	size_t different = 0;

	history_init(&s.history, memory[0], MEMORY);
	s.history.earlier.unrefined = true;
	events_init(&s.events, memory[1], MEMORY);
	s.events.earlier.unrefined = true;
	size_room_init(&s.room, room, 1000, 1000);
	state_start(p, &start);
	explore(&s, &start, 0);
	if (s.left_out)
		return 0;
	qsort(hashes, s.traces, sizeof *hashes, compare);
	for (size_t i = 0; i < s.traces; i++)
		different += i == 0 || hashes[i] != hashes[i - 1];
	if (fabs(s.sum - (double)different) < 1e-6 * (double)different)
		return 1;
	printf("FAILED: %zu traces, the walks say %.9g\n  %s\n", different,
		s.sum, text);
	return -1;
}

static bool all_known(void)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct search_config config = {.strategy = "size",
			.seed = 1,
			.executions_max = WALKS,
			.unrefined = 1};
		struct program program;
		struct sized is;
		struct err err;

		if (script_parse(&program, known[i].text, &err) != OK ||
			search_new(&machine.search, region, REGION, &config,
				&err) != OK) {
			printf("FAILED: %s\n  %s\n", err.text, known[i].text);
			return false;
		}
		machine_init(&machine, &program, machine.search);
		while (machine_run(&machine))
			;
		if (machine.wrong || !search_size(machine.search, &is) ||
			fabs(is.traces / known[i].traces - 1) * 100 >
				known[i].percent + 1e-6) {
			printf("FAILED: %s, %.6g traces, %g by hand\n  %s\n",
				machine.wrong ? machine.wrong : "", is.traces,
				known[i].traces, known[i].text);
			return false;
		}
		tally_free(&machine.tally);
	}
	return true;
}

/* Of numbers that no double holds. */
static bool large_ones(void)
{
	struct large a = large_of(1), b = large_of(0);

	for (int i = 0; i < 5000; i++)
		a = large_times(a, 3);
	if (large_value(a) < HUGE_VAL)
		return printf("FAILED: 3^5000 is no double\n"), false;
	for (int i = 0; i < 3; i++)
		b = large_plus(b, a);
	for (int i = 0; i < 5000; i++)
		b = large_times(b, 1.0 / 3);
	b = large_plus(b, large_of(1e-30));
	b = large_plus(large_of(4), b);
	if (fabs(large_value(b) - 7) < 1e-9)
		return true;
	printf("FAILED: 4 + 3 x 3^5000 / 3^5000 is %.12g\n", large_value(b));
	return false;
}

int main(int argc, char **argv)
{
	uint64_t programs = 300, seed = 1, made = 0, left_out = 0;
	bool single = false;
	char text[512];
	struct rng rng;

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--programs") == 0 && i + 1 < argc)
			programs = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
			seed = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--single") == 0)
			single = true;
	if (!large_ones() || !all_known())
		return 1;
	for (uint64_t i = 0; made < programs; i++) {
		struct program program;
		struct err err;
		int good;

		rng_seed(&rng, seed, i);
		makers[i % (sizeof makers / sizeof *makers)](
			&rng, text, sizeof text, single);
		if (script_parse(&program, text, &err) != OK) {
			printf("FAILED: %s\n  %s\n", err.text, text);
			return 1;
		}
		good = whole(&program, text);
		if (good < 0)
			return 1;
		made += good > 0;
		left_out += good == 0;
	}
	printf("%llu programs (%llu left out)\n", (unsigned long long)made,
		(unsigned long long)left_out);
	return 0;
}
