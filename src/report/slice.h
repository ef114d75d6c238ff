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
 * Which of its reads a value was computed from no execution tells.  The text
 * does, more or less (lines.h): those in lines on which the line that failed,
 * or that wrote, depends go first, the fewest assignments back, and of several
 * rounds of a loop the last.  The others are far behind.
 *
 * Cost     reads that differ * steps
 */
#ifndef REPORT_SLICE_H
#define REPORT_SLICE_H

#include "report/course.h"
#include "report/lines.h"

enum {
	SLICE_READS = 64,
	SLICE_FAR = 1 << 20 /* a distance that nothing on it has */
};

/* Steps of the execution that fails, or COURSE_NONE. */
struct slice_read {
	uint32_t read;
	uint32_t from;	  /* who left what it found, */
	uint32_t instead; /* and who would have, had it passed */
	uint32_t missing; /* a step of that one which would have, and is not
			     made here */
	bool explained;	  /* why its writer does so, or not, is on it as well */
	unsigned distance;
};

struct slice {
	struct slice_read read[SLICE_READS];
	unsigned reads;
};

/* Where a thread failed, or waits for ever. */
struct slice_end {
	tid thread;
	const struct channel_stack *stack;
};

/* From the ends of threads, end[ends]. */
void slice_find(struct slice *s, struct lines *lines,
	const struct course *fails, const struct course *passes,
	const struct slice_end *end, unsigned ends);

/* Of the order of two of its steps; SLICE_FAR: it depends on another one. */
unsigned slice_distance(const struct slice *s, uint32_t one, uint32_t two);

#endif
