/* SPDX-License-Identifier: MIT */
/* steps.h - the rows of a bug's table as JSON, with the place of each in the
 * trace, for debuggers: docs/formats/debug.md
 */
#ifndef REPORT_STEPS_H
#define REPORT_STEPS_H

#include <stdbool.h>
#include <stdio.h>

#include "report/result.h"

/* Of the replay of this bug; numbers are those of the table that is printed,
 * with `full` or without.  `program` is its path.  ERR_IO. */
int steps_write(const struct found *found, const char *program, bool full,
	FILE *out, struct err *err);

#endif
