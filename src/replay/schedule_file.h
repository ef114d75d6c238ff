/* SPDX-License-Identifier: MIT */
/* schedule_file.h - one failing execution on disk (docs/formats/schedule.md)
 *
 * Text, one fact a line, a checksum at the end.  What is loaded was validated:
 * format, version, checksum, ranges, and that the program is still the binary
 * that it was recorded with.
 *
 * Memory   schedule_load allocates the texts, schedule_fini frees them;
 *          schedule_save copies nothing.
 */
#ifndef REPLAY_SCHEDULE_FILE_H
#define REPLAY_SCHEDULE_FILE_H

#include <stdio.h>

#include "channel/channel.h"
#include "replay/writer.h"

enum {
	SCHEDULE_VERSION = 7,
	ARGUMENTS_MAX = 4096,
	VARIABLES_MAX = 8
};

struct schedule {
	char *program;		       /* absolute path */
	char **argv;		       /* NULL-terminated */
	char *variable[VARIABLES_MAX]; /* "NAME=VALUE" that scarp sets */
	unsigned variables;
	char *directory;  /* working directory */
	char *stdin_path; /* NULL: empty input */
	char build_id[72];
	char strategy[24]; /* that found it, with execution and seed */
	uint64_t execution;
	const struct channel_bug *bug; /* kind, message, file, line, pc */
	const struct channel *c; /* config, points, modules, thread names */
	const struct choice *choice;
	uint32_t choices;
};

int schedule_save(const struct schedule *s, const char *path, struct err *err);

/* Into a fresh channel: configuration, points, modules, names and choices, as
 * the task TASK_REPLAY wants them; `bug` receives what is expected.  The
 * errors name `path` and are ERR_FORMAT or ERR_VERSION. */
int schedule_load(struct schedule *s, struct channel *c,
	struct channel_bug *bug, const char *path, struct err *err);
void schedule_fini(struct schedule *s);

/* Is the program the one that was recorded? */
int schedule_same_binary(
	const struct schedule *s, const char *path, struct err *err);

/* The build id of an ELF file; if it has none, a checksum of its bytes. */
int build_id(const char *path, char *out, size_t size, struct err *err);

#endif
