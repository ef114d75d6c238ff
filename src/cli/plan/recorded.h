/* SPDX-License-Identifier: MIT */
/* recorded.h - a bug on disk, and the process that is to execute it again */
#ifndef CLI_RECORDED_H
#define CLI_RECORDED_H

#include "cli/processes/processes.h"
#include "replay/schedule_file.h"

/* The schedule file that `name` means: a file; a directory of results; a number
 * of the latest results; NULL: these.  Of a directory, bug `number` (NULL: the
 * first).  ERR_USAGE where a check has left none; whether a named file is there
 * is not asked. */
int recorded_find(const char *name, const char *number, char *path, size_t size,
	struct err *err);

/* Reads it, and gives a new process what it takes; all->target is its test.
 * NULL with err: it is no schedule, or of another build. */
struct process *recorded_prepare(struct processes *all, const char *path,
	struct schedule *s, struct channel_bug *bug, struct err *err);

#endif
