/* SPDX-License-Identifier: MIT */
/* covered.h - what random executions have shown, and what they have not
 *
 * For who asks when to stop: docs/hunting.md.
 */
#ifndef REPORT_COVERED_H
#define REPORT_COVERED_H

#include <jansson.h>
#include <stdio.h>

#include "search/coverage.h"

/* The probability that the next execution is like none before: at most that,
 * mostly (search/species.h). */
double covered_most(const struct covered *c);

/* Two lines below a verdict; none where nothing was sampled. */
void covered_print(const struct samples *s, FILE *out);

/* null where nothing was sampled. */
json_t *json_covered(const struct samples *s);

#endif
