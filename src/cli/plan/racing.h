/* SPDX-License-Identifier: MIT */
/* racing.h - which accesses are decision points under --points=study
 *
 * The list does not change while the search goes on: it is that of --racing
 * FILE, or what some executions beforehand have found.
 */
#ifndef CLI_RACING_H
#define CLI_RACING_H

#include "cli/plan/check.h"

/* Sets check->racing; nothing without --points=study. */
int racing_find(struct check *check, struct err *err);

#endif
