/* SPDX-License-Identifier: MIT */
/* cut_test.c - executions that are cut at a number of steps, against brute
 * force on random programs
 *
 *   cut_test [--programs N] [--seed S] [--single]
 *   cut_test [--reduce NAME] [--steps N] TEXT     counts one program
 *
 * With a limit on the steps of an execution, each reduction comes to every
 * final state, and finds a failure wherever there is one, that some
 * interleaving within the limit has: what an execution might have shown behind
 * the place where it was cut, others show.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

enum {
	REGION = 1 << 22,
	ENDS_MAX = 10000, /* of brute force: larger programs are left out */
	STEPS_LEAST = 3,
	STEPS_KINDS = 16
};

/* reduction, cache */
static const char *const ways[][2] = {{"none", ""}, {"source", ""},
	{"optimal", ""}, {"classic", ""}, {"classic-sleep", ""},
	{"classic-covered", ""}, {"none", "hbr"}};

static void (*const makers[])(struct rng *, char *, size_t, bool) = {generate,
	generate_families, generate_buffers, generate_awaits,
	generate_barriers};

/* Who goes round never ends by itself, and is alone when the search begins.  A
 * turn has three steps, the one that leaves two. */
static const struct {
	const char *text;
	uint32_t steps, states; /* by hand; 0: not counted */
} known[] = {
	/* While (!x) y++; beside x=1: none to three turns. */
	{"a=x; if a==1 skip 2; y+=1; again | x=1", 14, 4},
	/* Behind three steps that nothing of the loop depends on. */
	{"a=x; if a==1 skip 2; y+=1; again | u=1; v=1; w=1; x=1", 12, 3},
	/* Two that go round, each until the other one ends it. */
	{"x=1; a=y; if a==1 skip 1; again | y=1; a=x; if a==1 skip 1; again", 8,
		1},
	/* What was explored beside a sequence, and does not matter to it, does
	 * not stand for it where there is no step left for both. */
	{"lock m0; lock m1; unlock m0 | yield, x=1 | choose 3 a; x=2, trylock "
	 "m1 b",
		4, 0},
};

struct totals {
	uint64_t programs, left_out, failing, ends, executions, blocked;
};

static _Alignas(16) char region[REGION];
static struct machine machine;

static size_t together(const struct tally *a, const struct tally *b)
{
	struct tally all = {0};
	size_t n;

	tally_merge(&all, a);
	tally_merge(&all, b);
	n = all.states;
	tally_free(&all);
	return n;
}

/* NULL: as it should be. */
static const char *compare(const struct program *p, const char *const way[2],
	uint32_t steps, const struct tally *brute, struct totals *total)
{
	struct search_config config = {.strategy = "dfs", .steps_max = steps};
	const char *wrong = NULL;
	struct err err;

	snprintf(config.reduce, sizeof config.reduce, "%s", way[0]);
	snprintf(config.cache, sizeof config.cache, "%s", way[1]);
	if (search_new(&machine.search, region, REGION, &config, &err) != OK)
		return "search_new";
	machine_init(&machine, p, machine.search);
	while (machine_run(&machine))
		;
	if (machine.wrong)
		wrong = machine.wrong;
	else if (brute->failed) /* what comes behind is not promised */
		wrong = machine.tally.failed ? NULL : "no failure found";
	else if (machine.tally.states < brute->states)
		wrong = "final states are missed";
	else if (together(&machine.tally, brute) != brute->states)
		wrong = "final states that do not exist";
	else if (brute->stopped && search_exhausted(machine.search))
		wrong = "exhausted, though executions were cut";
	total->executions += search_count(machine.search)->executions +
			     search_count(machine.search)->stopped;
	total->blocked += search_count(machine.search)->blocked;
	tally_free(&machine.tally);
	return wrong;
}

static bool one(const char *text, const char *reduce, uint32_t steps,
	struct totals *total, size_t *states)
{
	struct tally brute = {0};
	struct program program;
	struct err err;
	bool good = true;

	if (script_parse(&program, text, &err) != OK) {
		printf("FAILED: %s\n  %s\n", err.text, text);
		return false;
	}
	if (!brute_force(&program, steps, ENDS_MAX, &brute) || !brute.stopped ||
		brute.executions + brute.pruned == 0) {
		total->left_out++;
		tally_free(&brute);
		return true;
	}
	total->programs++;
	total->failing += brute.failed != 0;
	total->ends += brute.executions + brute.stopped;
	for (size_t i = 0; good && i < sizeof ways / sizeof *ways; i++) {
		const char *wrong;

		if (reduce && strcmp(reduce, ways[i][0]) != 0)
			continue;
		wrong = compare(&program, ways[i], steps, &brute, total);
		good = !wrong;
		if (wrong)
			printf("FAILED: %s %s, %u steps: %s\n  %s\n",
				ways[i][0], ways[i][1], steps, wrong, text);
	}
	*states = brute.states;
	tally_free(&brute);
	return good;
}

static bool all_known(const char *reduce, struct totals *total)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		size_t states = 0;

		if (!one(known[i].text, reduce, known[i].steps, total, &states))
			return false;
		if (states == known[i].states || !known[i].states)
			continue;
		printf("FAILED: %zu states, %u by hand\n  %s\n", states,
			known[i].states, known[i].text);
		return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	const char *reduce = NULL, *text = NULL;
	uint64_t programs = 300, seed = 1;
	struct totals total = {0};
	uint32_t steps = 8;
	bool single = false;
	char random[512];
	struct rng rng;
	size_t states;

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--reduce") == 0 && i + 1 < argc)
			reduce = argv[++i];
		else if (strcmp(argv[i], "--programs") == 0 && i + 1 < argc)
			programs = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
			seed = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--steps") == 0 && i + 1 < argc)
			steps = (uint32_t)strtoul(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--single") == 0)
			single = true;
		else
			text = argv[i];
	if (text ? !one(text, reduce, steps, &total, &states)
		 : !all_known(reduce, &total))
		return 1;
	for (uint64_t i = 0; !text && total.programs < programs; i++) {
		rng_seed(&rng, seed, i);
		makers[i % (sizeof makers / sizeof *makers)](
			&rng, random, sizeof random, single);
		steps = STEPS_LEAST + (uint32_t)(rng_next(&rng) % STEPS_KINDS);
		if (!one(random, reduce, steps, &total, &states))
			return 1;
	}
	printf("%llu programs (%llu left out, %llu fail), %llu "
	       "interleavings, %llu executions, %llu blocked\n",
		(unsigned long long)total.programs,
		(unsigned long long)total.left_out,
		(unsigned long long)total.failing,
		(unsigned long long)total.ends,
		(unsigned long long)total.executions,
		(unsigned long long)total.blocked);
	return 0;
}
