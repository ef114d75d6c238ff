/* SPDX-License-Identifier: MIT */
/* listing.h - the test cases of a program, as its framework lists them
 *
 * The program is run for that, as it is, without a search.  Names come in the
 * program's order, each once.
 */
#ifndef CLI_LISTING_H
#define CLI_LISTING_H

#include "cli/processes/process.h"
#include "cli/suite/framework.h"

enum {
	LISTING_MS = 60000
};

/* One run for a list. */
struct heard {
	struct words names; /* in their order, each once */
	bool ended;	    /* in time */
	bool complete;	    /* and with the framework's `end`, if it has one */
	int status;	    /* of the process that ended */
};

/* Runs it with these arguments and variables besides; words_fini(&h->names).
 * ERR_IO: no pipe. */
int listing_hear(struct heard *h, const struct framework *f,
	const struct target *t, const struct selection *s, int wait_ms,
	struct err *err);

/* The target's arguments go in front of the framework's own.  ERR_USAGE: it
 * lists none, fails at that, or does not end. */
int listing(struct words *names, const struct framework *f,
	const struct target *t, struct err *err);

#endif
