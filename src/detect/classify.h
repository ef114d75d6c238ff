/* SPDX-License-Identifier: MIT */
/* classify.h - what came of a data race candidate, when all jobs are over
 *
 * (Quicksand, section 2.3; search-rules 24.)  All of it is said of this test,
 * with its input, and of sequential consistency: to the language a data race is
 * none the better for being `benign here`.
 */
#ifndef DETECT_CLASSIFY_H
#define DETECT_CLASSIFY_H

#include "detect/race.h"

/* A job that is over, or was given up. */
struct race_job {
	uint32_t classes;   /* bits of enum op_class that were points */
	const uint64_t *pc; /* racing instructions that were, ascending */
	size_t pcs;
	/* Its space was exhausted: nothing stopped, cut or left out by a bound.
	 */
	bool finished;
};

enum race_class {
	/* No job that could tell has finished. */
	RACE_UNCLASSIFIED,
	/* An execution failed in which they raced, and which had kept a thread
	 * from one of the two. */
	RACE_FAILING,
	/* Both orders were seen, and a finished job had both instructions and
	 * all of synchronisation as points. */
	RACE_BENIGN_HERE,
	/* The same job, and one order alone, which values keep and nothing that
	 * synchronises: a race all the same (a relaxed load that is tested). */
	RACE_ONE_ORDER,
	/* One order alone, and in every execution happens-before knew it: only
	 * the limited one saw a candidate. */
	RACE_FALSE_POSITIVE,
	RACE_CLASSES
};

extern const char *const race_class_name[RACE_CLASSES];

/* Could the job tell? */
bool race_job_covers(const struct race_job *job, const struct race *r);

enum race_class race_classify(
	const struct race *r, const struct race_job *job, size_t jobs);

#endif
