/* SPDX-License-Identifier: MIT */
/* cli.h - what the subcommands share: their entry points and the exit codes
 *
 * A subcommand is one function in one file and one row of the table in main.c;
 * it returns the exit code.  argv[0] is the subcommand's own name.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/err.h"

enum exit_code {
#define EXIT(name, number, when) EXIT_##name = number,
#include "cli/words/exit.def"
#undef EXIT
};

int check_main(int argc, char **argv);
int ctest_main(int argc, char **argv);
int replay_main(int argc, char **argv);
int shrink_main(int argc, char **argv);
int resume_main(int argc, char **argv);
int fences_main(int argc, char **argv);
int show_main(int argc, char **argv);
int ls_main(int argc, char **argv);
int diff_main(int argc, char **argv);
int explain_main(int argc, char **argv);
int linearize_main(int argc, char **argv);
int study_main(int argc, char **argv);
int help_main(int argc, char **argv);
int version_main(int argc, char **argv);

/* The list of subcommands, for `scarp` and `scarp help`. */
void main_usage(void);

/* The formats of `scarp show`, a line each, for help. */
void show_formats(void);
/* The option of one, without dashes; NULL: there are no more. */
const char *show_format(unsigned i, const char **what);

/* Prints "scarp: <text>" to standard error and returns the exit code that
 * belongs to the kind of failure. */
int cli_fail(const struct err *err);

#endif
