/* SPDX-License-Identifier: MIT */
/* unseen.h - calls that the runtime noticed, as people write them */
#ifndef CLI_UNSEEN_H
#define CLI_UNSEEN_H

#include "report/result.h"

/* The details of `unseen_calls` and `unknown_calls`: "regexec@4a10,
 * wcstol@4b00" becomes "regexec (parse.c:50), wcstol (parse.c:61)". */
void unseen_places(struct result *r, const char *program);

#endif
