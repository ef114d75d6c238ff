/* SPDX-License-Identifier: MIT */
/* race_bugs.h - --races=error: data races that are bugs
 *
 * All but those between two lives of a heap block, each pair of lines once:
 * what nothing orders by happens-before is a race also where values keep one
 * order. They come behind the other bugs, and are replayed as they are.
 */
#ifndef CLI_RACE_BUGS_H
#define CLI_RACE_BUGS_H

#include "cli/processes/processes.h"
#include "report/result.h"

/* When races are classified. */
void race_bugs(struct result *r, const struct processes *all);

#endif
