/* SPDX-License-Identifier: MIT */
/* failing.h - what a verdict holds for where calls were to fail (--fail) */
#ifndef CLI_FAILING_H
#define CLI_FAILING_H

#include "cli/words/options.h"
#include "report/result.h"

/* How many calls of which failed, and which the test never made. */
void failing_settle(const struct options *o, struct result *r);

#endif
