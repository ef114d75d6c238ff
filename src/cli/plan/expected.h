/* SPDX-License-Identifier: MIT */
/* expected.h - what every execution has to print, and to leave in files
 * (--same-output, --same-file, --expect-output)
 *
 * A file says it, or one execution before the search, in which no thread is
 * preempted: the same for all processes and strategies, and for replays, since
 * schedule files keep it.
 */
#ifndef CLI_PLAN_EXPECTED_H
#define CLI_PLAN_EXPECTED_H

#include <stdio.h>

#include "cli/plan/course.h"
#include "cli/processes/processes.h"
#include "cli/words/options.h"
#include "report/result.h"

/* Into all->expected; nothing without these options.  The execution may fail,
 * or print too much: a caveat of `r` says that nothing is compared.  ERR_USAGE
 * for a file of --expect-output that cannot be read, or is too large, and for
 * the path of one that is too long. */
int expected_find(const struct options *o, struct processes *all,
	struct course *course, struct result *r, FILE *out, struct err *err);

#endif
