/* SPDX-License-Identifier: MIT */
/* all_clients.h - `scarp linearize TEST`: all clients of a test's object */
#ifndef CLI_ALL_CLIENTS_H
#define CLI_ALL_CLIENTS_H

#include <stddef.h>

#include "cli/words/options.h"

/* Is it a test that the command is given, and no history? */
bool all_clients_wanted(const struct options *o, int argc, char **argv);

int all_clients_main(int argc, char **argv);

/* Did it leave something to go on with, in this file or directory (NULL: the
 * latest)?  Then `path` is the file. */
bool all_clients_left(const char *name, char *path, size_t size);

/* argv: of `scarp resume`. */
int all_clients_resume(const char *path, int argc, char **argv);

#endif
