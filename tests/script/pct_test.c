/* SPDX-License-Identifier: MIT */
/* pct_test.c - the probability with which pct finds a bug, exactly
 *
 * The reference tries every order of priorities and every tuple of change
 * points, as the paper defines them, and counts how many fail.  pct with the
 * same d and k must fail as often, in 200,000 executions with one fixed seed,
 * or a million with SCARP_TEST_FULL=1 in the environment (p > 0.001), and that
 * is never less often than the paper promises: 1 / (n * k^(d-1)).
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "often.h"

enum {
	DEPTH_MAX = 3
};

struct reference {
	const struct program *program;
	unsigned n, d, k;
	unsigned priority[SCRIPT_THREADS]; /* d .. d+n-1, each once */
	unsigned change[DEPTH_MAX];	   /* of d-1: 1 .. k */
	uint64_t runs, failed;
};

/* One execution; steps count from when two threads are enabled. */
static bool fails(const struct reference *r)
{
	unsigned priority[SCRIPT_THREADS], step = 0;
	uint32_t option[SCRIPT_OPTIONS];
	struct state s;

	memcpy(priority, r->priority, sizeof priority);
	state_start(r->program, &s);
	for (;;) {
		unsigned best = 0, enabled = 0;
		struct choice c = {0};

		for (unsigned t = 0; t < r->n; t++)
			if (state_options(r->program, &s, t, option)) {
				enabled++;
				if (priority[t] > best) {
					best = priority[t];
					c.thread = (tid)t;
				}
			}
		if (enabled == 0)
			return state_end(r->program, &s) == OUTCOME_FAILED;
		state_step(r->program, &s, c, NULL);
		if (enabled > 1 || step > 0)
			step++;
		for (unsigned i = 0; i + 1 < r->d; i++)
			if (r->change[i] == step)
				priority[c.thread] = i + 1;
	}
}

static void every_change(struct reference *r, unsigned i)
{
	if (i + 1 >= r->d) {
		r->runs++;
		r->failed += fails(r);
		return;
	}
	for (r->change[i] = 1; r->change[i] <= r->k; r->change[i]++)
		every_change(r, i + 1);
}

static void every_order(struct reference *r, unsigned used, unsigned t)
{
	if (t == r->n)
		every_change(r, 0);
	for (unsigned i = 0; t < r->n && i < r->n; i++)
		if (!(used & 1u << i)) {
			r->priority[t] = r->d + i;
			every_order(r, used | 1u << i, t + 1);
		}
}

static const struct {
	const char *text;
	unsigned n, d, k; /* d: the depth of the bug */
} programs[] = {
	/* One order of two events. */
	{"x=1; y=1 | assert x!=1", 2, 1, 3},
	{"x=1 | y=1 | assert x!=1", 3, 1, 3},
	/* One preemption. */
	{"x=1; x=0 | assert x!=1", 2, 2, 3},
	{"x=1; x=0 | y=1 | assert x!=1", 3, 2, 4},
	/* Two: there and back again. */
	{"x=1; x=0; y=1 | b=9, a=x; if a==1 b=x, if b==0 fail", 2, 3, 5},
};

int main(void)
{
	unsigned bad = 0, n = sizeof programs / sizeof *programs;
	unsigned runs = often_runs();

	for (unsigned i = 0; i < n; i++) {
		struct program program;
		struct reference r = {&program, programs[i].n, programs[i].d,
			programs[i].k, {0}, {0}, 0, 0};
		struct search_config config = {
			.strategy = "pct", .pct_depth = r.d, .pct_steps = r.k};
		double exact, bound;
		char more[80];

		if (script_parse(&program, programs[i].text, NULL) != OK)
			return 2;
		every_order(&r, 0, 0);
		exact = (double)r.failed / (double)r.runs;
		bound = 1 / (r.n * pow(r.k, r.d - 1));
		snprintf(more, sizeof more, "; n=%u d=%u k=%u: promised %.5f",
			r.n, r.d, r.k, bound);
		bad += !often_is(programs[i].text,
			often_fails(&program, config, runs), exact, runs, more);
		if (exact < bound - 1e-12) {
			printf("FAILED: the paper promises more\n");
			bad++;
		}
	}
	printf("%u passed, %u failed\n", n - bad, bad);
	return bad != 0;
}
