/* SPDX-License-Identifier: MIT */
#include "often.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Alignas(16) char memory[1 << 20];
static struct machine machine;

unsigned often_runs(void)
{
	const char *full = getenv("SCARP_TEST_FULL");

	return full && strcmp(full, "1") == 0 ? 1000000 : 200000;
}

double often_fails(
	const struct program *p, struct search_config config, unsigned runs)
{
	struct search *search;
	uint64_t bad = 0;

	if (!config.seed)
		config.seed = 20240229;
	config.executions_max = runs;
	if (search_new(&search, memory, sizeof memory, &config, NULL) != OK)
		return -1;
	machine_init(&machine, p, search);
	while (machine_run(&machine))
		bad += machine.end == OUTCOME_FAILED;
	tally_free(&machine.tally);
	return (double)bad / runs;
}

bool often_is(const char *text, double seen, double exact, unsigned runs,
	const char *more)
{
	double off = fabs(seen - exact) / sqrt(exact * (1 - exact) / runs);

	printf("%s\n  %.5f, exact %.5f (%.2f sigma)%s\n", text, seen, exact,
		off, more);
	if (off < 3.29)
		return true;
	printf("FAILED: not that often\n");
	return false;
}
