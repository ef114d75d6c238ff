/* SPDX-License-Identifier: MIT */
/* regroup.h - several processes begin another space together
 *
 * Who finds a decision point waits; the others stop after their executions; the
 * set of all is sorted, so that it does not depend on who was faster, and one
 * of them gets the whole space.  What parts had, and what they had to say to
 * each other, is void.
 */
#ifndef CLI_REGROUP_H
#define CLI_REGROUP_H

#include <stdbool.h>

#include "base/err.h"

struct crew;

/* Before they are started: accounts of before may know different points.  Then
 * the first process has all of the space. */
int regroup_begin(struct crew *crew, struct err *err);

/* Between two looks at them.  True: nothing else is to be done now, or *err. */
bool regroup_tick(struct crew *crew, struct err *err);

#endif
