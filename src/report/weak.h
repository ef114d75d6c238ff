/* SPDX-License-Identifier: MIT */
/* weak.h - stores that a load overtakes by total store order
 *
 * As executions by sc show it (native/model/overtaken.h): in which instructions
 * of the test a store was still waiting, by no more than what the operations
 * behind it say, when its thread loaded from another place.  Where a check by
 * sc is verified and there is none, total store order has the same executions
 * (docs/design/029-pso.md).
 */
#ifndef REPORT_WEAK_H
#define REPORT_WEAK_H

#include "report/result.h"

void weak_add(struct result *r, const struct channel *c);
/* How many instructions; false: it is no more than a part of them. */
bool weak_overtaken(const struct result *r, unsigned *out);

#endif
