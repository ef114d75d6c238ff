/* SPDX-License-Identifier: MIT */
/* often.h - how often a sampler fails, and how often it has to
 *
 * With fixed seeds, so that a test that passes passes each time.
 */
#ifndef OFTEN_H
#define OFTEN_H

#include "machine.h"

/* Executions to be made: 200,000, or a million with SCARP_TEST_FULL=1 in the
 * environment. */
unsigned often_runs(void);

/* The part of so many executions that fails; its number is set here, and
 * its seed, if it has none. */
double often_fails(
	const struct program *p, struct search_config config, unsigned runs);

/* Prints both, with `more` behind.  False, and FAILED: that would come about by
 * chance once in a thousand times. */
bool often_is(const char *text, double seen, double exact, unsigned runs,
	const char *more);

#endif
