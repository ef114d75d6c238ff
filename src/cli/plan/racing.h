/* SPDX-License-Identifier: MIT */
/* racing.h - which accesses are decision points under --points=study
 *
 * The list does not change while the search goes on: it is that of --racing
 * FILE, or what some executions beforehand have found.
 */
#ifndef CLI_RACING_H
#define CLI_RACING_H

#include <stdio.h>

#include "cli/plan/course.h"
#include "cli/processes/processes.h"
#include "cli/words/options.h"

/* Its points are the racing instructions; nothing without --points=study.  Says
 * how many there are. */
int racing_find(const struct options *o, struct processes *all,
	struct course *course, const struct channel **racing, FILE *out,
	struct err *err);

#endif
