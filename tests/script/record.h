/* SPDX-License-Identifier: MIT */
/* record.h - all executions of a script, told as stories for race analyses
 *
 * Stores, loads, `x+=1` and tests are plain accesses here (an increment is two
 * of one instruction), what the script has as one operation on a value (fetch,
 * add, radd, cas, until) is atomic.  An instruction is a statement.
 */
#ifndef RECORD_H
#define RECORD_H

#include "closure.h"
#include "machine.h"

struct record {
	const struct program *program;
	uint64_t limit; /* of executions */
	/* Called with each execution in `story`, complete. */
	void (*end)(struct record *r, const struct state *s,
		enum outcome_kind kind);
	void *to; /* the caller's */
	uint64_t executions;
	/* Where threads that could have gone on were left, in this one, or
	 * stood when it failed. */
	uint64_t preempted[CLOSURE_STEPS];
	unsigned preemptions;
	unsigned steps;
	struct story story;
};

/* Every schedule, depth first.  False: too many, or one that is too long. */
bool record_all(struct record *r);
/* The one that prefers threads in the order of `first` (a list of threads,
 * those that are not in it last).  NULL: the one that nobody preempts, where
 * the next thread goes on when one cannot. */
bool record_one(struct record *r, const char *first);

static inline uint64_t record_pc(unsigned thread, unsigned statement)
{
	return 1 + 64 * thread + statement;
}
static inline struct statement *record_statement(struct program *p, uint64_t pc)
{
	return &p->code[(pc - 1) / 64][(pc - 1) % 64];
}

/* Does a statement synchronise, so that it is a point without any race? */
bool record_is_sync(const struct statement *s);

#endif
