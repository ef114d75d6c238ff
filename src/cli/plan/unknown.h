/* SPDX-License-Identifier: MIT */
/* unknown.h - the library calls of a test that scarp does not know, in words */
#ifndef CLI_UNKNOWN_H
#define CLI_UNKNOWN_H

#include "channel/inventory.h"
#include "report/result.h"

/* Lists all of them in r->call; without memory for that, none. */
void unknown_list(
	struct result *r, const char *program, const struct inventory *i);

/* "calls regcomp (parse.c:41) and regexec (parse.c:50): each keeps state inside
 * the library; err (main.c:3): it ...", up to ten of them; what does not fit
 * is counted. */
void unknown_sentence(const struct result *r, const struct inventory *i,
	char *out, size_t size);

/* "calls regcomp, regexec and 2 others" */
void unknown_names(const struct result *r, const struct inventory *i, char *out,
	size_t size);

#endif
