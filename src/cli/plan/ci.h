/* SPDX-License-Identifier: MIT */
/* ci.h - `scarp check --ci`: what a build server keeps and reads
 *
 * The directory of the result is there whatever the verdict, with junit.xml and
 * check.sarif beside check.json; where GITHUB_ACTIONS is set, annotations are
 * printed as well; and the exit status is told with what it means.
 *
 * Errors   a file that cannot be written is said, and makes a success an
 *          EXIT_USAGE: a server would take an old file for the new one.
 */
#ifndef CLI_CI_H
#define CLI_CI_H

#include <stdio.h>

#include "cli/plan/check.h"

/* At the end of a check that ends with `code`; the exit code from then on. */
int ci_end(struct check *check, int code);

/* "exit status 4: ..." */
void ci_tell(int code, FILE *out);

#endif
