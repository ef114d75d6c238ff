/* SPDX-License-Identifier: MIT */
/* modified_test.c - how often the modified pct finds a bug, exactly
 *
 * The reference does what the thesis says (6.6.2) for every way in which chance
 * may decide: where each thread is put into the list when it begins, and every
 * tuple of steps.  The strategy must fail as often: with a k that is given; in
 * its first execution, where k is 1; and in its second, where k is the number
 * of steps that the first one had.
 */
#include <stdio.h>
#include <string.h>

#include "often.h"
#include "search/strategy.h"

enum {
	DIGITS = 16,
	DEPTH_MAX = 4
};

/* One way in which chance decides, and then the next. */
static struct {
	unsigned digit[DIGITS], radix[DIGITS];
	unsigned used;
	double weight;
} way;

static unsigned decide(unsigned radix)
{
	unsigned i = way.used++;

	way.radix[i] = radix;
	way.weight /= radix;
	return way.digit[i];
}

static bool next_way(void)
{
	for (unsigned i = way.used; i-- > 0; way.digit[i] = 0)
		if (++way.digit[i] < way.radix[i])
			return true;
	return false;
}

static void move(unsigned *list, unsigned n, unsigned from, unsigned to)
{
	unsigned moved = list[from];

	for (; from < to && from + 1 < n; from++)
		list[from] = list[from + 1];
	for (; from > to; from--)
		list[from] = list[from - 1];
	list[to] = moved;
}

/* Yields are of no matter here. */
static bool fails(
	const struct program *p, unsigned d, unsigned k, unsigned *steps)
{
	unsigned list[SCRIPT_THREADS], listed = 0, step = 0, at;
	unsigned change[DEPTH_MAX];
	uint32_t option[SCRIPT_OPTIONS];
	struct state s;

	for (unsigned i = 0; i + 1 < d; i++)
		change[i] = 1 + decide(k);
	state_start(p, &s);
	for (;; step++) {
		for (; listed < p->threads && state_live(p, &s, listed);
			listed++) {
			list[listed] = listed;
			move(list, listed + 1, listed, decide(listed + 1));
		}
		for (at = 0; at < listed; at++)
			if (state_live(p, &s, list[at]) &&
				state_options(p, &s, list[at], option))
				break;
		*steps = step;
		if (at == listed)
			return state_end(p, &s) == OUTCOME_FAILED;
		state_step(
			p, &s, (struct choice){.thread = (tid)list[at]}, NULL);
		for (unsigned i = 0; i + 1 < d; i++)
			if (change[i] == step + 1) {
				move(list, listed, at, listed - 1);
				break;
			}
	}
}

/* ended[n]: how often it has n steps. */
static double exactly(const struct program *p, unsigned d, unsigned k,
	double ended[MACHINE_STEPS])
{
	double sum = 0;
	unsigned steps;

	memset(&way, 0, sizeof way);
	memset(ended, 0, MACHINE_STEPS * sizeof *ended);
	do {
		way.used = 0;
		way.weight = 1;
		if (fails(p, d, k, &steps))
			sum += way.weight;
		ended[steps] += way.weight;
	} while (next_way());
	return sum;
}

static double exactly_second(const struct program *p, unsigned d)
{
	double first[MACHINE_STEPS], second[MACHINE_STEPS], sum = 0;

	exactly(p, d, 1, first);
	for (unsigned k = 1; k < MACHINE_STEPS; k++)
		if (first[k] > 0)
			sum += first[k] * exactly(p, d, k, second);
	return sum;
}

/* Each search makes `executions`, of which the last counts. */
static double seen(
	const struct program *p, unsigned d, unsigned executions, unsigned runs)
{
	static _Alignas(16) char memory[1 << 20];
	static struct machine machine;
	struct search_config config = {.strategy = "pct-modified",
		.pct_depth = d,
		.executions_max = executions};
	struct search *search;
	uint64_t bad = 0;

	for (unsigned i = 0; i < runs; i++) {
		config.seed = i + 1;
		if (search_new(&search, memory, sizeof memory, &config, NULL))
			return -1;
		machine_init(&machine, p, search);
		for (unsigned n = 0; n < executions; n++)
			machine_run(&machine);
		bad += machine.end == OUTCOME_FAILED;
		tally_free(&machine.tally);
	}
	return (double)bad / runs;
}

static const struct {
	const char *text;
	unsigned d, k, execution; /* execution 0: with k given; else that one */
} rows[] = {
	{"x=1; y=1 | assert x!=1", 1, 3, 0},
	{"x=1; x=0 | assert x!=1", 2, 3, 0},
	{"x=1; x=0 | y=1 | assert x!=1", 2, 4, 0},
	{"x=1; x=0; y=1 | b=9, a=x; if a==1 b=x, if b==0 fail", 3, 5, 0},
	/* A thread that begins later is put in then. */
	{"start 2; x=1; x=0 | y=1; y=2 | assert x!=1", 2, 6, 0},
	{"x=1; start 1; x=0 | assert x!=1", 2, 4, 0},
	{"x=1; x=0 | assert x!=1", 2, 1, 1},
	{"x=1; x=0 | assert x!=1", 2, 0, 2},
	{"x=1; x=0; y=1 | b=9, a=x; if a==1 b=x, if b==0 fail", 3, 0, 2},
};

int main(void)
{
	unsigned bad = 0, n = sizeof rows / sizeof *rows;

	for (unsigned i = 0; i < n; i++) {
		unsigned runs = often_runs() / (rows[i].execution ? 10 : 1);
		struct program program;
		struct search_config config = {.strategy = "pct-modified",
			.pct_depth = rows[i].d,
			.pct_steps = rows[i].k};
		double exact, is, ended[MACHINE_STEPS];
		char more[80];

		if (script_parse(&program, rows[i].text, NULL) != OK)
			return 2;
		exact = rows[i].execution == 2
				? exactly_second(&program, rows[i].d)
				: exactly(&program, rows[i].d, rows[i].k,
					  ended);
		is = rows[i].execution ? seen(&program, rows[i].d,
						 rows[i].execution, runs)
				       : often_fails(&program, config, runs);
		snprintf(more, sizeof more, "; d=%u k=%u execution %u",
			rows[i].d, rows[i].k, rows[i].execution);
		if (exact <= 0 || exact >= 1) {
			bad += is != exact;
			printf("%s\n  %.5f, exact %.5f%s\n", rows[i].text, is,
				exact, more);
			continue;
		}
		bad += !often_is(rows[i].text, is, exact, runs, more);
	}
	printf("%u programs, %u failed\n", n, bad);
	return bad ? 1 : 0;
}
