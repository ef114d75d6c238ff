/* SPDX-License-Identifier: MIT */
/* serial.h - what a test's own operations do, each made whole
 *
 * With --spec own a search of its own comes first: all executions in which
 * operations of one object do not overlap (native/linear/serial.h), under sc.
 * What they return is what later histories are judged by (linear/own.h).
 */
#ifndef CLI_SERIAL_H
#define CLI_SERIAL_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/plan/course.h"
#include "cli/processes/processes.h"
#include "cli/words/options.h"
#include "report/result.h"

/* Not asked for: nothing.  A bug that it meets is one of the result, and ends
 * it.  Says what it has found. */
int serial_find(const struct options *o, struct processes *all,
	struct course *course, struct result *r, FILE *out, struct err *err);

/* Before a recorded bug is replayed that needs it: `p` has been prepared for
 * that. */
int serial_find_again(struct processes *all, struct process *p,
	const struct channel_bug *bug, struct err *err);

void serial_fini(struct processes *all);

#endif
