/* SPDX-License-Identifier: MIT */
/* settings.h - options that nobody typed: of scarp.conf and the environment
 *
 * One file is read: scarp.conf of the working directory, or of the nearest one
 * above it, no further than the root of a repository; else the user's own.  A
 * variable SCARP_OPT_<NAME> stands for the option --<name>.  The command line
 * wins over the environment, which wins over the file; options that may come
 * several times add up, in that order from the last to the first.
 *
 * Errors   a name that is no option of any command, a value that is none of its
 *          option's, and a file that somebody else could have put there fail
 *          with the place.  Nothing is skipped.
 * Memory   lives as long as the process: options point into it.
 */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include <stdio.h>

#include "cli/words/options.h"
#include "cli/words/rows.h"

struct setting_said; /* report/result.h */

#define SETTINGS_FILE "scarp.conf"
#define SETTINGS_VARIABLE "SCARP_OPT_"

struct setting {
	const struct option_row *row;
	unsigned where; /* the commands that it is for */
	const char *value;
	const char *origin; /* "scarp.conf:3", or the variable */
};

struct settings {
	struct setting *item;
	unsigned count;
	const char *file; /* its whole path; NULL: there was none */
};

/* Into `o`, which keeps them, those that `where` takes.  `line` is the command
 * line alone, whose --config says which file it is, or none. */
int settings_apply(struct options *o, const struct options *line,
	unsigned where, struct err *err);

/* Of a file alone; what it is called in messages is `shown`.  Adds. */
int settings_read(struct settings *s, const char *path, const char *shown,
	struct err *err);

/* All that a command takes: defaults, settings, and then argv over them. */
int settings_parse(struct options *o, int argc, char **argv, unsigned where,
	struct err *err);

/* --help or --print-config of the subcommand was asked for, and is done: the
 * exit code; -1: neither was. */
int settings_answer(const struct options *o, unsigned where, char *subcommand);

/* Those that hold, with their values, for the account; *n of them. */
const struct setting_said *settings_list(const struct options *o, unsigned *n);

/* Of those with which options_lasting begins, in its order; free them.  NULL:
 * there are none. */
char **settings_origins(const struct options *o);

/* For people, before a search: which options nobody typed; or nothing. */
void settings_tell(const struct options *o, FILE *out);

/* The text of `err` names options by --name: those among them that nobody
 * typed are told with their place. */
void settings_blame(const struct options *o, struct err *err);

#endif
