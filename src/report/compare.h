/* SPDX-License-Identifier: MIT */
/* compare.h - two executions of which one fails, while the order is looked for
 * that the failure takes
 *
 * Filled by decisive.c; tier.c says how much a pair tells, torn.c which steps
 * beside it are told.
 */
#ifndef REPORT_COMPARE_H
#define REPORT_COMPARE_H

#include "report/course.h"
#include "report/decisive.h"
#include "report/lines.h"
#include "report/slice.h"

/* Two threads' steps, by the order of the execution that fails. */
struct turned {
	uint32_t first;	       /* there */
	uint32_t second, next; /* there, or in the other one alone; else
				  COURSE_NONE */
};

struct compare {
	struct course fails, passes;
	tid failing;
	struct lines *lines;
	struct slice slice; /* what decided that it fails */
	struct turned best;
	uint32_t middle[NOTED]; /* DECISIVE_..., as of `best`; or COURSE_NONE */
	unsigned score;
	tid a, b;
	uint64_t others; /* pairs of other threads that say as much */
};

const struct channel_place *compare_place(
	const struct channel *c, const struct item *i);
const struct channel_stack *compare_stack(
	const struct channel *c, const struct item *i);
/* Where the thread that fails did so. */
const struct channel_stack *compare_failing(const struct compare *a);

#endif
