/* SPDX-License-Identifier: MIT */
/* save.h - the files of a finished check that found something
 *
 * A directory that cannot be written is said, and changes neither report nor
 * exit code.  Nothing there is ever overwritten.
 */
#ifndef CLI_SAVE_H
#define CLI_SAVE_H

#include "cli/plan/check.h"

void save_result(struct check *check);

#endif
