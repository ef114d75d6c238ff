/* SPDX-License-Identifier: MIT */
/* advice.h - what to do when the budget ended a search */
#ifndef CLI_ADVICE_H
#define CLI_ADVICE_H

#include <stdio.h>

struct deepen;
struct options;
struct result;

/* Commands that would come further, under the verdict of one that took what it
 * got; nothing, when it was another one.  d: of iterative deepening, or NULL;
 * lasting: the options that the next command has as well; argv: the test. */
void advice_print(const struct options *o, const struct result *r,
	const struct deepen *d, char *const *lasting, char *const *argv,
	FILE *out);

#endif
