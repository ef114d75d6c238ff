/* SPDX-License-Identifier: MIT */
/* pos_test.c - the probability with which pos finds a bug
 *
 * By hand, from the definition (strategy/pos.c).  Of n + 1 numbers drawn apart
 * each is the lowest with probability 1 / (n + 1): so an operation stays behind
 * n of another thread that it does not race with, and the last of which is the
 * one that matters.  Where it races it is drawn again: 1 / 2 each time.
 *
 * pos must fail as often, in 200,000 executions with one fixed seed (a million
 * with SCARP_TEST_FULL=1 in the environment; p > 0.001).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

static _Alignas(16) char memory[1 << 20];
static struct machine machine;

static double measured(const struct program *program, unsigned executions)
{
	struct search_config config = {
		.strategy = "pos",
		.seed = 20240229,
		.executions_max = executions,
	};
	struct search *search;
	uint64_t bad = 0;

	if (search_new(&search, memory, sizeof memory, &config, NULL) != OK)
		return -1;
	machine_init(&machine, program, search);
	while (machine_run(&machine))
		bad += machine.end == OUTCOME_FAILED;
	tally_free(&machine.tally);
	return (double)bad / executions;
}

static const struct {
	const char *text;
	double fails;
} programs[] = {
	{"x=1 | assert x!=1", 1. / 2},
	{"x=1 | w=1 | assert x!=1", 1. / 2},
	/* Behind what it does not race with; 1/4 and 1/16 by coins. */
	{"w=1; x=1 | assert x!=1", 1. / 3},
	{"w=1; w=2; w=3; x=1 | assert x!=1", 1. / 5},
	{"assert x!=1 | w=1; w=2; w=3; x=1", 1. / 5},
	/* Two reads are no race, and neither are additions that commute. */
	{"a=x; x=1 | assert x!=1", 1. / 3},
	{"add x 1; w=1 | add x 1, assert w!=1", 1. / 3},
	/* What races is drawn again. */
	{"x=1; x=2 | assert x!=2", 1. / 4},
	{"x=1; x=0 | assert x!=1", 1. / 4},
	{"x=1; w=1; x=2 | assert x!=2", 1. / 6},
	/* Who waits for a lock is drawn again when that is given back. */
	{"w=1; lock m0; x=1; unlock m0 | lock m0; assert x!=1; unlock m0",
		1. / 3},
};

int main(void)
{
	unsigned bad = 0, n = sizeof programs / sizeof *programs;
	const char *full = getenv("SCARP_TEST_FULL");
	unsigned runs = full && strcmp(full, "1") == 0 ? 1000000 : 200000;

	for (unsigned i = 0; i < n; i++) {
		double p = programs[i].fails, seen, off;
		struct program program;

		if (script_parse(&program, programs[i].text, NULL) != OK) {
			printf("%s: no script\n", programs[i].text);
			return 2;
		}
		seen = measured(&program, runs);
		off = fabs(seen - p) / sqrt(p * (1 - p) / runs);
		printf("%s\n  %.5f, exact %.5f (%.2f sigma)\n",
			programs[i].text, seen, p, off);
		if (!(off < 3.29)) {
			printf("FAILED: not that often\n");
			bad++;
		}
	}
	printf("%u passed, %u failed\n", n - bad, bad);
	return bad != 0;
}
