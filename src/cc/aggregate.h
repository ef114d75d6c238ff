/* SPDX-License-Identifier: MIT */
/* aggregate.h - does an executable call functions that return aggregates?
 *
 * gcc announces no store of an aggregate call result (`head = next(head)`),
 * and no store into the return slot by the callee.  The debug information says
 * which functions are called; that the result goes to shared memory is not
 * known, so this is a suspicion: the caveat aggregate_results.
 *
 * Not counted: types passed by invisible reference (a class with a destructor),
 * whose stores gcc does announce, and empty ones.
 */
#ifndef CC_AGGREGATE_H
#define CC_AGGREGATE_H

#include "cc/units.h"

/* Looks through the units that gcc instrumented without scarp's plugin. */
void aggregate_list(struct draft *d, const struct units *units);

#endif
