/* SPDX-License-Identifier: MIT */
/* framework.h - one test framework: how its programs are told by their symbols,
 * what lists their test cases, what runs one of them alone
 *
 * One file for each, and one line of the table in frameworks.c.  Nothing is
 * guessed from the name of a program or its output: a program is one of a
 * framework if it has, or calls, the function that runs the tests.
 */
#ifndef CLI_FRAMEWORK_H
#define CLI_FRAMEWORK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* Words, the last one NULL; they and the list are its own. */
struct words {
	char **word;
	size_t count;
};

/* What the program is started with so that one case runs. */
struct selection {
	struct words arguments;	  /* behind those of the user */
	struct words environment; /* "NAME=VALUE" */
};

struct framework {
	const char *name;
	/* Symbols, by their beginnings; one is enough.  NULL ends them. */
	const char *symbols[4];
	/* The program run with these lists its cases. */
	const char *list_arguments[4];
	const char *list_environment[4];
	bool on_stderr; /* where the list is */
	bool runs_all;	/* it has no list: its tests run, and are read off */
	/* How scarp gets to compile it; NULL: it does, or need not. */
	const char *sources;
	/* In every search, whether a case was named or not; NULL: nothing. */
	const char *always;
	/* What gives each case a process, if `always` takes it away. */
	const char *own_process;
	/* The names in what the list printed, which may be cut up. */
	void (*read)(struct words *names, char *text);
	/* What runs the case of this name. */
	void (*select)(struct selection *s, const char *name);
	/* That no other one runs, and that it does, is known before the search
	 * (trial.h): the list asked for with the selection has that name alone;
	 * or, where the list is of all whatever was selected, `runs` says
	 * whether the selection of one name runs another one, too. */
	bool list_is_whole;
	bool (*runs)(const char *selected, const char *other);
	/* With a list that is read off tests that run: its end is there if
	 * the runner came to its own. */
	const char *end;
};

extern const struct framework framework_gtest, framework_catch2,
	framework_catch3, framework_doctest, framework_boost, framework_cmocka,
	framework_check;

/* The framework whose tests the program at `path` runs.  ERR_USAGE: none, or
 * two; the text says what there is.  Nothing but that is an error if the file
 * cannot be read: the search will say so. */
int framework_of(
	const struct framework **out, const char *path, struct err *err);

/* Appends a copy; out of memory ends the command. */
void words_add(struct words *w, const char *word);
void words_addf(struct words *w, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
bool words_have(const struct words *w, const char *word);
void words_fini(struct words *w);

/* `name` with a backslash before each of `special`; valid until the next call.
 */
const char *words_escape(const char *name, const char *special);

#endif
