/* SPDX-License-Identifier: MIT */
/* portfolio_test.c - whom the portfolio lets run, and how often
 *
 * `random` has every fifth execution of its own, whatever it finds.  Who finds
 * nothing new while others do has fewer; where nobody does, or all do, all are
 * alike (of what is drawn, 1 in 5 for each family, and 1 in 4 of these for each
 * depth of pct).
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "machine.h"

enum {
	RUNS = 4000
};

static const char *const names[] = {"random", "pos", "surw", "rff", "pct d=1",
	"pct d=2", "pct d=3", "pct d=4"};
enum {
	NAMES = sizeof names / sizeof *names
};

static _Alignas(16) char memory[1 << 21];
static struct machine machine;
static unsigned failed;

/* How many of the executions were whose; `forced`: with every fifth, from the
 * first on. */
static void shares(
	const char *text, unsigned runs, double share[NAMES], unsigned *forced)
{
	struct search_config config = {
		.strategy = "portfolio", .seed = 3, .executions_max = runs};
	struct search *search;
	struct program program;

	memset(share, 0, NAMES * sizeof *share);
	*forced = 0;
	if (script_parse(&program, text, NULL) != OK ||
		search_new(&search, memory, sizeof memory, &config, NULL) != OK)
		return;
	machine_init(&machine, &program, search);
	for (unsigned n = 0; machine_run(&machine); n++) {
		const char *now = search_strategy(search);

		if (n % 5 == 0) {
			*forced += strcmp(now, "random") == 0;
			continue;
		}
		for (unsigned i = 0; i < NAMES; i++)
			share[i] += strcmp(now, names[i]) == 0
					    ? 1 / (runs * 4. / 5)
					    : 0;
	}
	tally_free(&machine.tally);
	printf("%s\n ", text);
	for (unsigned i = 0; i < NAMES; i++)
		printf(" %s %.3f", names[i], share[i]);
	printf("\n");
}

static void expect(bool holds, const char *what)
{
	if (holds)
		return;
	printf("FAILED: %s\n", what);
	failed++;
}

int main(void)
{
	double share[NAMES];
	unsigned forced;

	/* One order: nobody finds anything. */
	shares("x=1 | y=1", RUNS, share, &forced);
	expect(forced == RUNS / 5, "random is not every fifth");
	for (unsigned i = 0; i < 4; i++)
		expect(fabs(share[i] - 1. / 5) < 0.04, "families differ");
	for (unsigned i = 4; i < NAMES; i++)
		expect(fabs(share[i] - 1. / 20) < 0.03, "depths differ");

	/* Millions of orders, of which few priorities show few. */
	shares("fetch x 1 a; fetch x 1 a; fetch x 1 a; fetch x 1 a; fetch x 1 "
	       "a; fetch x 1 a | fetch x 1 a; fetch x 1 a; fetch x 1 a; fetch "
	       "x 1 a; fetch x 1 a; fetch x 1 a | fetch x 1 a; fetch x 1 a; "
	       "fetch x 1 a; fetch x 1 a; fetch x 1 a; fetch x 1 a",
		RUNS, share, &forced);
	expect(forced == RUNS / 5, "random is not every fifth");
	expect(share[0] > 0.2 && share[2] > 0.2, "who finds is not preferred");
	expect(share[4] < 0.02 && share[4] < share[7] / 2,
		"who repeats goes on");
	expect(share[4] > 0, "who repeated once is never asked again");
	printf("%u failed\n", failed);
	return failed != 0;
}
