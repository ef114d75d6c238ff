/* SPDX-License-Identifier: MIT */
/* advice.h - which command comes further than the one that is over */
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

/* Under the verdict of one that is verified by sc, where a store was made that
 * could be late by a weaker model; not for who has named the model. */
void advice_models(const struct options *o, const struct result *r,
	char *const *lasting, char *const *argv, FILE *out);

#endif
