/* SPDX-License-Identifier: MIT */
/* outcome.h - what a finished check or replay leaves behind
 *
 * outcome_save  files in scarp.out/NNN, never overwriting anything
 * outcome_print verdict, caveats, findings and reports
 * outcome_json  the machine's copy, where --json says
 *
 * A directory that cannot be written is said, and changes neither report nor
 * exit code.
 */
#ifndef CLI_OUTCOME_H
#define CLI_OUTCOME_H

#include "cli/plan/check.h"

void outcome_save(struct check *check);
void outcome_print(const struct check *check);
/* Before a search that takes long: can the file be written?  ERR_USAGE. */
int outcome_json_possible(const char *path, struct err *err);
/* False: the file could not be written (said on standard error). */
bool outcome_json(const struct check *check);

#endif
