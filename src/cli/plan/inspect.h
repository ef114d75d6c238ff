/* SPDX-License-Identifier: MIT */
/* inspect.h - what the binary itself tells before it runs, and what will be
 * done
 */
#ifndef CLI_INSPECT_H
#define CLI_INSPECT_H

#include <stdio.h>

#include "cli/processes/processes.h"
#include "cli/words/options.h"
#include "report/result.h"

/* Rewind mode, and what the inventory of the binary says about the verdict. */
int inspect(const struct options *o, struct processes *all, struct result *r,
	struct err *err);
/* The same for replay, where mode and holes are known: reads the inventory for
 * the sake of the reports. */
int inspect_again(const char *path, struct err *err);

/* Says beforehand what will be done and why. */
void announce(const struct options *o, const struct result *r, FILE *out);

#endif
