/* SPDX-License-Identifier: MIT */
/* one_client.h - what a check says of one client
 *
 * A check in a process of its own, as `scarp check` makes it with the client as
 * the last argument of the test; it says nothing but its errors, and keeps the
 * bug that it finds as any check does.
 */
#ifndef CLI_ONE_CLIENT_H
#define CLI_ONE_CLIENT_H

#include "cli/suite/suite.h"
#include "cli/words/options.h"

/* Of the test. */
struct client_test {
	const char *program; /* NULL: test[0] is looked for */
	const char *directory;
	char **test; /* its words: the program, and its arguments */
	const struct options *options;
	char result[512]; /* the directory of what is found; "": a new one */
};

struct client_row {
	struct suite_row row; /* first */
	bool late;	      /* a store could be late */
	char bug[160];	      /* "not linearizable" */
	char picture[16384];  /* and a sentence; "": there is none */
	char sentence[900];   /* of the verdict */
};

/* By that model, until `budget_ms` is over (0: as the options say).  `row` is
 * memory that both processes share.  False: err says why there is none. */
bool one_client(const struct client_test *test, const char *client,
	const char *model, uint64_t budget_ms, struct client_row *row,
	struct err *err);

#endif
