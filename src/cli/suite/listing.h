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

/* The target's arguments go in front of the framework's own.  ERR_USAGE: it
 * lists none, fails at that, or does not end. */
int listing(struct words *names, const struct framework *f,
	const struct target *t, struct err *err);

#endif
