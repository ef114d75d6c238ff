/* SPDX-License-Identifier: MIT */
/* trial.h - does what selects a test case run it, and no other one?
 *
 * Asked before the search of a case: one that its framework cannot name exactly
 * would be searched as another one, or as none.
 */
#ifndef CLI_SUITE_TRIAL_H
#define CLI_SUITE_TRIAL_H

#include "cli/suite/listing.h"

/* `all`: the names of the program's cases.  false: no, and why. */
bool trial(const struct words *all, const struct framework *f,
	const struct target *t, const char *name, char *why, size_t size);

#endif
