/* SPDX-License-Identifier: MIT */
/* generate.h - files that the build makes of the tables of the command
 *
 * `scarp help --man PAGE` prints a manual page, `scarp help --completion SHELL`
 * what a shell completes with.  cmake/manual.cmake calls them.
 */
#ifndef CLI_GENERATE_H
#define CLI_GENERATE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/words/rows.h"

struct subcommand {
	const char *name;
	const char *alone; /* the binary's name that means this subcommand */
	int (*run)(int argc, char **argv);
	unsigned where; /* whose options of options.def it takes; 0: none */
	const char *arguments;
	const char *what;
};

struct message;

struct topic {
	const char *name;
	void (*print)(void);
	const char *what;
};

/* NULL: there are no more. */
const struct subcommand *subcommand_at(unsigned i);
const struct topic *topic_at(unsigned i);

/* What --name may be behind the subcommands `where`, if there are only so many:
 * words with blanks between them; "" where anything is, or nobody knows. */
void option_values(
	const struct option_row *row, unsigned where, char *out, size_t size);

/* "bug", "error": what the code is of. */
const char *message_what(const struct message *m);

/* False: there is no such page, or shell. */
bool manual_print(const char *page);
void manual_list(void);
bool completion_print(const char *shell);

#endif
