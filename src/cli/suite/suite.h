/* SPDX-License-Identifier: MIT */
/* suite.h - the test cases of one program, each searched by itself
 *
 * `scarp check --list`, `--filter`, `--each`.  Every search is one of its own,
 * in a process of its own, with the options of the command; what comes of it is
 * a row of the table at the end.
 */
#ifndef CLI_SUITE_H
#define CLI_SUITE_H

#include "cli/plan/check.h"

struct framework;

/* What one search came to, where the command that started it sees it. */
struct suite_row {
	const char *name;
	bool left_out; /* no search of its own: why; `code` if that counts */
	bool over;     /* what follows is set */
	int code;      /* exit code of the search */
	enum verdict verdict;
	uint64_t executions;
	double seconds;
	char why[400];	    /* the first bug, or the error */
	char schedule[512]; /* of that; "": none */
	/* Keeps more of the search, in its process; NULL: nothing. */
	void (*more)(struct suite_row *row, const struct check *check);
};

/* Do the options ask for it? */
bool suite_wanted(const struct options *o);

/* What the environment of a program with a framework has in every search;
 * `case_name` NULL: all cases run.  NULL, and nothing, where there is no
 * framework. */
const struct framework *suite_settings(struct target *t, const char *case_name);

/* What a user of the framework would want to know before the search; NULL:
 * none. */
void suite_hint(const struct framework *f, const struct check *check);

/* Options and target of `check` are ready.  The exit code. */
int suite_run(struct check *check, int argc, char **argv);

/* A file for the result of one search; -1: none can be made, and path is "". */
int suite_temporary(char *path, size_t size);

/* At the end of a search whose row is `row`. */
void suite_note(struct suite_row *row, const struct check *check, int code);

#endif
