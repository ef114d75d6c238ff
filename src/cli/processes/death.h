/* SPDX-License-Identifier: MIT */
/* death.h - what the end of a test process means
 *
 * The runtime records the bugs it can; what kills the process outright is
 * recorded here, from the wait status, with the schedule as far as it came.
 */
#ifndef CLI_DEATH_H
#define CLI_DEATH_H

#include "cli/processes/process.h"

enum death {
	DEATH_ORDERLY,	    /* the work is over */
	DEATH_OF_EXECUTION, /* a bug (recorded now, if not before) killed it */
	DEATH_LEAKED,	    /* the rewind audit failed: see c->error */
	DEATH_ERROR,	    /* err says why nothing can be said */
	DEATH_FAULT,	    /* err tells a fault of scarp */
};

/* The process has ended and its channel was checked.  killed: by us, for time.
 */
enum death death_judge(struct process *p, bool killed, struct err *err);

/* It makes no progress: looks where it is, records the bug, kills it. */
void death_of_hang(struct process *p, uint64_t limit_ms, bool asleep);

/* As death_of_hang, but no bug: an execution that was cut, for that reason.
 * limit_ms: of CPU time, 0: none was the reason. */
void death_in_middle(struct process *p, enum cut why, uint64_t limit_ms);

#endif
