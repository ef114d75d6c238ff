/* SPDX-License-Identifier: MIT */
/* verdict.h - the exit code of a finished check */
#ifndef CLI_VERDICT_H
#define CLI_VERDICT_H

#include "cli/words/options.h"
#include "report/result.h"

/* budget_spent: the one that was given, in time or executions, ended it. */
int verdict_exit(const struct options *o, const struct result *r,
	bool interrupted, bool budget_spent);

#endif
