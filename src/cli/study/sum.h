/* SPDX-License-Identifier: MIT */
/* sum.h - all runs of a program by one technique, as tables tell them */
#ifndef CLI_STUDY_SUM_H
#define CLI_STUDY_SUM_H

#include "cli/study/study.h"

struct sum {
	size_t runs, found, other, errors; /* of those that are measured */
	uint64_t first; /* the median, of an even number the lower one; 0: most
			   runs found nothing */
	double schedules, failed; /* on average, without errors */
	const struct cell *one;	  /* the first run; NULL: none is measured */
};

struct sum study_sum(const struct study *s, size_t program, size_t technique);

/* Of all runs of the program, the n and k of the promise of pct; 0: unknown. */
void study_size(const struct study *s, size_t program, uint64_t *threads,
	uint64_t *decisions);

/* Programs with a bug; those that one run of a technique finds within so many
 * schedules, on average over the seeds. */
size_t study_buggy(const struct study *s);
double study_found_within(
	const struct study *s, size_t technique, double schedules);
/* Do most runs find it? */
bool study_finds(const struct study *s, size_t program, size_t technique);
/* The end of axes. */
uint64_t study_longest(const struct study *s);

#endif
