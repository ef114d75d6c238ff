/* SPDX-License-Identifier: MIT */
/* others.h - what else fails, behind the first bug
 *
 * A search ends at its first bug, which often hides another one.  Unless that
 * was asked for (--stop-after), as many executions again as the search has made
 * are drawn at random, with the points that it knew, and what fails in another
 * way is kept: each comes again from its schedule, none is made simpler.
 *
 * Cost     as many executions as the search made (100 to 10,000), as much time
 * as it took (400 ms of processor time at least), and a tenth of the
 *          budget at most; with a budget in executions alone no clock decides.
 */
#ifndef CLI_OTHERS_H
#define CLI_OTHERS_H

#include "cli/plan/check.h"

/* Fills check->result.others, behind one bug that was confirmed.  What goes
 * wrong here ends it, and nothing else. */
void others_find(struct check *check);

/* Writes their schedules beside those of the bugs. */
void others_save(struct check *check);

#endif
