/* SPDX-License-Identifier: MIT */
/* slice.h - what a failure depends on, and differs
 *
 * Of two executions, of which one fails: the reads by which they differ,
 * backward from the failure.  A thread that fails, or waits for ever, looked
 * last at something that it finds otherwise in the execution that passes:
 * because another write is the last one there, or because the same write leaves
 * another value, or is not made there.  Then its thread has found something
 * otherwise before.  A read
 * that finds the same in both changes nothing, and what is never read, or never
 * read there, does not matter (Johnson et al., "Differential Slicing", 2011).
 *
 * Which of its reads a value was computed from is not known: the distance goes
 * back over all that differ, by one for each.
 *
 * Cost     reads that differ * steps
 */
#ifndef REPORT_SLICE_H
#define REPORT_SLICE_H

#include "report/course.h"

enum {
	SLICE_READS = 64,
	SLICE_FAR = 100 /* a distance that nothing on it has */
};

/* Steps of the execution that fails, or COURSE_NONE. */
struct slice_read {
	uint32_t read;
	uint32_t from;	  /* who left what it found, */
	uint32_t instead; /* and who would have, had it passed */
	unsigned distance;
};

struct slice {
	struct slice_read read[SLICE_READS];
	unsigned reads;
};

/* From the ends of threads, end[ends]. */
void slice_find(struct slice *s, const struct course *fails,
	const struct course *passes, const tid *end, unsigned ends);

/* Of the order of two of its steps; SLICE_FAR: it depends on another one. */
unsigned slice_distance(const struct slice *s, uint32_t one, uint32_t two);

#endif
