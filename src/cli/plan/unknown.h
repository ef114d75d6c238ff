/* SPDX-License-Identifier: MIT */
/* unknown.h - the library calls of a test that scarp does not know, in words */
#ifndef CLI_UNKNOWN_H
#define CLI_UNKNOWN_H

#include "channel/inventory.h"
#include "report/result.h"

/* Lists all of them in r->call; without memory for that, none. */
void unknown_list(
	struct result *r, const char *program, const struct inventory *i);

#define UNKNOWN_ALL                                                            \
	"linked by another tool than scarp cc: its calls are unknown"

#endif
