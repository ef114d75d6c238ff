/* SPDX-License-Identifier: MIT */
/* preload.h - a library of ours that the loader puts before all others */
#ifndef CLI_PRELOAD_H
#define CLI_PRELOAD_H

#include "cli/processes/process.h"

/* Once for a target, before its first process starts; what the user has in
 * LD_PRELOAD comes behind it.  ERR_USAGE: the path is none that the loader
 * takes. */
int preload(struct target *t, const char *library, struct err *err);

#endif
