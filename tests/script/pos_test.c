/* SPDX-License-Identifier: MIT */
/* pos_test.c - the probability with which pos finds a bug
 *
 * By hand, from the definition (strategy/pos.c).  Of n + 1 numbers drawn apart
 * each is the lowest with probability 1 / (n + 1): so an operation stays behind
 * n of another thread that it does not race with, and the last of which is the
 * one that matters.  Where it races it is drawn again: 1 / 2 each time.
 *
 * pos must fail as often (often.h).
 */
#include <stdio.h>

#include "often.h"

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
	unsigned runs = often_runs();

	for (unsigned i = 0; i < n; i++) {
		const char *text = programs[i].text;
		struct program program;

		if (script_parse(&program, text, NULL) != OK) {
			printf("%s: no script\n", text);
			return 2;
		}
		bad += !often_is(text,
			often_fails(&program,
				(struct search_config){.strategy = "pos"},
				runs),
			programs[i].fails, runs, "");
	}
	printf("%u passed, %u failed\n", n - bad, bad);
	return bad != 0;
}
