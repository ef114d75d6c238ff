/* SPDX-License-Identifier: MIT */
/* advice.h - what to do when the budget ended a search */
#ifndef CLI_ADVICE_H
#define CLI_ADVICE_H

#include "cli/plan/check.h"

/* Commands that would come further, under the verdict of one that took what it
 * got; nothing, when it was another one. */
void advice_print(const struct check *check);

#endif
