/* SPDX-License-Identifier: MIT */
/* model_test.c - what the search finds of scripts under memory models, in words
 *
 *   model_test [--programs N] [--seed S] [--executions N] [TEXT...]
 *
 * For each program, one given or random, each transition one operation: a line
 * `program TEXT`; for each strategy `STRATEGY executions N blocked N`, of which
 * random makes so many (100); and then each different end once, as `end` and
 * the registers a and b of each thread and x, y, z.  tests/oracle/scripts.py
 * reads that and compares it with what it finds by itself.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

enum {
	REGION = 1 << 22,
	ENDS = 1 << 10,
	INTERLEAVINGS = 10000 /* with more a program is not tried in all */
};

static _Alignas(16) char region[REGION];
static struct machine machine;
static uint64_t walks = 100;

static void end_of(
	const struct state *s, unsigned threads, char *out, size_t bytes)
{
	size_t n = 0;

	for (unsigned t = 0; t < threads; t++)
		n += (size_t)snprintf(out + n, bytes - n, " %d %d",
			s->thread[t].reg[0], s->thread[t].reg[1]);
	for (unsigned v = 3; v < SCRIPT_VARS; v++)
		n += (size_t)snprintf(out + n, bytes - n, " %d", s->var[v]);
}

/* False: something is wrong with the search. */
static bool explore(
	const struct program *p, const char *strategy, const char *reduce)
{
	static char ends[ENDS][100];
	/* Of additions that commute each order is a way. */
	struct search_config config = {.stride = 1, .seed = 1, .unrefined = 1};
	bool samples = strcmp(strategy, "random") == 0;
	unsigned n = 0, i;
	char end[100];
	struct err err;

	snprintf(config.strategy, sizeof config.strategy, "%s", strategy);
	snprintf(config.reduce, sizeof config.reduce, "%s", reduce);
	config.executions_max = samples		 ? walks
				: *reduce == 'n' ? INTERLEAVINGS
						 : 0;
	if (search_new(&machine.search, region, REGION, &config, &err) != OK)
		return false;
	machine_init(&machine, p, machine.search);
	while (machine_run(&machine)) {
		if (machine.end != OUTCOME_ENDED)
			continue;
		end_of(&machine.before[machine.steps], p->threads, end,
			sizeof end);
		for (i = 0; i < n && strcmp(ends[i], end) != 0; i++)
			;
		if (i == ENDS)
			return false;
		if (i == n)
			strcpy(ends[n++], end);
	}
	if (*reduce == 'n' && !samples && !search_exhausted(machine.search))
		n = 0; /* too many */
	else
		printf("%s executions %llu blocked %llu\n",
			samples ? strategy : reduce,
			(unsigned long long)search_count(machine.search)
				->executions,
			(unsigned long long)search_count(machine.search)
				->blocked);
	for (i = 0; i < n; i++)
		printf("end%s\n", ends[i]);
	tally_free(&machine.tally);
	return !machine.wrong &&
	       (*reduce == 'n' || search_exhausted(machine.search));
}

static bool one(const char *text)
{
	struct program program;
	struct err err;

	if (script_parse(&program, text, &err) != OK) {
		printf("FAILED: %s\n  %s\n", err.text, text);
		return false;
	}
	printf("program %s\n", text);
	if (explore(&program, "dfs", "none") &&
		explore(&program, "dfs", "source") &&
		explore(&program, "dfs", "optimal") &&
		explore(&program, "random", "none"))
		return true;
	printf("FAILED: %s\n  %s\n", machine.wrong ? machine.wrong : "search",
		text);
	return false;
}

int main(int argc, char **argv)
{
	uint64_t programs = 0, seed = 1;
	char text[512];
	struct rng rng;

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--programs") == 0 && i + 1 < argc)
			programs = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
			seed = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--executions") == 0 && i + 1 < argc)
			walks = strtoull(argv[++i], NULL, 0);
		else if (!one(argv[i]))
			return 1;
	for (uint64_t i = 0; i < programs; i++) {
		rng_seed(&rng, seed, i);
		generate_models(&rng, text, sizeof text);
		if (!one(text))
			return 1;
	}
	return 0;
}
