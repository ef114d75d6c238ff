/* SPDX-License-Identifier: MIT */
/* suppressing.h - --suppressions, before a check */
#ifndef CLI_SUPPRESSING_H
#define CLI_SUPPRESSING_H

#include "cli/words/options.h"
#include "report/suppress.h"

/* Reads the file, if one was named, and says, if `tell`, which lines have
 * expired. */
int suppressions_begin(const struct options *o, struct suppressions *s,
	bool tell, struct err *err);

/* The same before many searches, each of which reads it again: a wrong line
 * ends none of them, but all. */
int suppressions_judge(const struct options *o, bool tell, struct err *err);

#endif
