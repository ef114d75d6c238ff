/* SPDX-License-Identifier: MIT */
/* explore.h - what the ways of exploring have in common */
#ifndef CLI_EXPLORE_H
#define CLI_EXPLORE_H

#include <stdbool.h>

#include "base/err.h"
#include "channel/channel.h"

struct check;

/* Fills the result from one or more phases of test processes. */
int explore(struct check *check, struct err *err);

/* One try in the rewind mode of now.  leak: "" or what was not put back, and
 * which caveat that is. */
typedef int (*explore_once)(struct check *check, const void *arg,
	char leak[512], enum caveat *which, struct err *err);

/* Tries; when something was not put back, again in fork mode, where what the
 * first try explored does not count: but for bugs that come again. */
int explore_run(struct check *check, explore_once once, const void *arg,
	struct err *err);

/* There is nothing more to be looked for. */
bool explore_enough(const struct check *check);

#endif
