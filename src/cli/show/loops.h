/* SPDX-License-Identifier: MIT */
/* loops.h - which loops multiply what there is to explore */
#ifndef CLI_LOOPS_H
#define CLI_LOOPS_H

#include <stdio.h>

struct channel;
struct options;
struct result;

/* Under the verdict of a search that was cut at the step limit: loops that come
 * round and count, each by file and line, and what to write if they wait.  c:
 * any channel of the search, for names. */
void loops_print(const struct options *o, const struct result *r,
	const struct channel *c, FILE *out);

#endif
