/* SPDX-License-Identifier: MIT */
/* binary.h - a program that was not built by scarp cc (--binary)
 *
 * docs/design/022-binaries.md
 */
#ifndef CLI_BINARY_H
#define CLI_BINARY_H

#include "cli/processes/process.h"
#include "report/result.h"

/* The runtime is loaded into every process of this target from now on, and the
 * target has an inventory, in which nothing stands.  ERR_USAGE: it is no such
 * program, or cannot be checked, and why. */
int binary_prepare(struct target *t, struct err *err);

/* What its file says about the verdict, besides. */
void binary_caveats(struct result *r, const char *path);

#endif
