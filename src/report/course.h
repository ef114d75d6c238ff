/* SPDX-License-Identifier: MIT */
/* course.h - two executions of one program, step by step
 *
 * A step is what others can see: an access to memory, an operation on an
 * object.  One of each execution are the same when one thread does them in the
 * same calls, both for the n-th time.
 *
 * Memory   course_free gives it back.
 * Cost     matching: a sort; course_source: steps before
 */
#ifndef REPORT_COURSE_H
#define REPORT_COURSE_H

#include "report/sequence.h"

#define COURSE_NONE UINT32_MAX

struct step {
	struct touch is;
	struct item item;
	uint32_t place; /* in the sequence */
	uint32_t match; /* the same in the other execution, or COURSE_NONE */
	uint64_t key;
};

struct course {
	const struct channel *c;
	struct sequence sequence;
	struct step *step; /* the last ones of very many */
	uint32_t steps;
};

/* False: no memory. */
bool course_new(struct course *a, const struct channel *c);
bool course_match(struct course *a, struct course *b);
void course_free(struct course *a);

/* What is the same in both: its thread, what it does, and the calls. */
uint64_t course_key(const struct channel *c, const struct item *i);

/* NULL: it is an access between two operations. */
const struct trace_event *course_event(
	const struct channel *c, const struct item *i);

bool course_is_memory(const struct course *a, uint32_t step);
/* Does the same step of `b` touch the same, or the same part of another block?
 */
bool course_same_place(
	const struct course *a, uint32_t step, const struct course *b);
/* Of memory: does it look at what was there? */
bool course_reads(const struct course *a, uint32_t step);
/* What it found there.  False: unknown. */
bool course_value(const struct course *a, uint32_t step, uint64_t *out);
/* Which step has left that; COURSE_NONE: none of these. */
uint32_t course_source(const struct course *a, uint32_t step);

bool course_overlap(const struct step *a, const struct step *b);
/* By different threads, and one changes what is there? */
bool course_conflict(const struct step *a, const struct step *b);

#endif
