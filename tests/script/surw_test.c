/* SPDX-License-Identifier: MIT */
/* surw_test.c - the probability of what surw does, where nobody waits
 *
 * By hand, from the definition (strategy/surw.c): of n shared objects each is
 * selected with probability 1 / (n + 1), and all operations with that as well;
 * then all orders of what is selected are alike.  surw must fail as often
 * (often.h).
 *
 * And all 210 orders of 2, 2 and 3 operations on one object come equally often:
 * chi-square over 42,000 executions (p > 0.001), which `random` has to fail.
 */
#include <stdio.h>
#include <string.h>

#include "often.h"

static const struct {
	const char *text;
	double fails;
} programs[] = {
	/* One among five; by coins 1/2 and 1/8. */
	{"x=1; x=2; x=3; x=4 | assert x!=0", 1. / 5},
	{"x=1; x=2; x=3; x=4 | assert x!=2", 1. / 5},
	{"assert x!=0 | x=1; x=2; x=3; x=4", 1. / 5},
	/* 30 orders; in 6 the assertion is right behind x=2. */
	{"x=1; x=2 | x=3; x=4 | assert x!=2", 1. / 5},
	/* x alone: one of two; all: the last of five. */
	{"w=1; w=2; w=3; x=1 | assert x!=1", (1. / 2 + 1. / 5) / 2},
	/* What nobody changes is not selected: x, or all (T0's four and two,
	 * 15 orders; those where T1's second is last of all, 5). */
	{"a=w; a=w; a=w; x=1 | a=w; assert x!=1", (1. / 2 + 5. / 15) / 2},
	/* Begun by another one: among its three, behind the first. */
	{"start 1; x=1; x=2 | assert x!=2", 1. / 3},
	{"start 1; x=1; x=2 | assert x!=0", 1. / 3},
	/* Twice: of three on x; of eight ways through all (behind the first
	 * start x=1 anywhere, behind the second the other two), two. */
	{"start 1; x=1 | start 2; x=2 | assert x!=0", (1. / 3 + 2. / 8) / 2},
};

enum {
	ORDERS = 210,
	EACH = 200
};
/* Of 209 degrees of freedom, exceeded once in a thousand times. */
#define LIMIT 277.

static _Alignas(16) char memory[1 << 20];
static struct machine machine;

/* By which threads, in the order of their steps. */
static uint64_t order(const struct machine *m)
{
	uint64_t n = 1;

	for (uint32_t i = 0; i < m->steps; i++)
		n = n * 4 + m->made[i].thread;
	return n;
}

static double chi_square(const char *strategy)
{
	static struct {
		uint64_t order;
		double times;
	} seen[ORDERS];
	struct search_config config = {
		.seed = 5, .executions_max = ORDERS * EACH};
	struct search *search;
	struct program program;
	unsigned orders = 0;
	double sum;

	memset(seen, 0, sizeof seen);
	snprintf(config.strategy, sizeof config.strategy, "%s", strategy);
	if (script_parse(&program, "x=1; x=2 | x=3; x=4 | x=5; x=6; x=7",
		    NULL) != OK ||
		search_new(&search, memory, sizeof memory, &config, NULL) != OK)
		return -1;
	machine_init(&machine, &program, search);
	while (machine_run(&machine)) {
		unsigned i = 0;

		while (i < orders && seen[i].order != order(&machine))
			i++;
		if (i == ORDERS)
			return -1;
		orders += i == orders;
		seen[i].order = order(&machine);
		seen[i].times++;
	}
	tally_free(&machine.tally);
	sum = (double)(ORDERS - orders) * EACH;
	for (unsigned i = 0; i < orders; i++)
		sum += (seen[i].times - EACH) * (seen[i].times - EACH) / EACH;
	return sum;
}

int main(void)
{
	unsigned bad = 0, n = sizeof programs / sizeof *programs;
	unsigned runs = often_runs();
	double surw = chi_square("surw"), random = chi_square("random");

	printf("chi-square: surw %.1f, random %.1f; at most %.1f\n", surw,
		random, LIMIT);
	if (!(surw >= 0 && surw < LIMIT && random > LIMIT)) {
		printf("FAILED: not uniform\n");
		bad++;
	}
	for (unsigned i = 0; i < n; i++) {
		struct program program;

		if (script_parse(&program, programs[i].text, NULL) != OK) {
			printf("%s: no script\n", programs[i].text);
			return 2;
		}
		bad += !often_is(programs[i].text,
			often_fails(&program,
				(struct search_config){
					.strategy = "surw", .seed = 1},
				runs),
			programs[i].fails, runs, "");
	}
	printf("%u programs, %u failed\n", n, bad);
	return bad != 0;
}
