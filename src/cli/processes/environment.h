/* SPDX-License-Identifier: MIT */
/* environment.h - is the environment of a test what it was?
 *
 * A test may do what a variable says, so a search is gone on with in the same
 * environment.  Values may be secrets: only their checksums are kept.
 */
#ifndef CLI_ENVIRONMENT_H
#define CLI_ENVIRONMENT_H

#include "base/err.h"

/* "CHECKSUM NAME" for each variable of a target; NULL at the end.  NULL: no
 * memory. */
char **environment_ids(char *const *environment);

/* ERR_USAGE names the first variable that is not what `ids` say. */
int environment_same(
	char *const *environment, char *const *ids, struct err *err);

#endif
