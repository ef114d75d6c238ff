/* SPDX-License-Identifier: MIT */
/* suppressing.h - --suppressions, before a check */
#ifndef CLI_SUPPRESSING_H
#define CLI_SUPPRESSING_H

#include "cli/words/options.h"
#include "report/suppress.h"

/* Reads the file, if one was named, and says which lines have expired. */
int suppressions_begin(
	const struct options *o, struct suppressions *s, struct err *err);

#endif
