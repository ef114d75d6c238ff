/* SPDX-License-Identifier: MIT */
/* tier.h - how much it says to a reader that two steps were turned */
#ifndef REPORT_TIER_H
#define REPORT_TIER_H

#include "report/compare.h"

enum tier {
	TIER_NONE,
	TIER_LOCKS,
	TIER_KERNEL,
	TIER_APART, /* memory on which the failure does not depend */
	TIER_OTHERS,
	TIER_MEMORY,
	TIER_HELD, /* a lock that a thread waits for, and that is not given back
		    */
	TIER_MISUSED
};

/* How much it says, and behind that, whether it is torn; 0: nothing. */
unsigned tier_score(const struct compare *a, struct turned t, bool torn);

/* Is it the free of the block that the failure is about? */
bool tier_frees_it(const struct compare *a, const struct step *s);
/* Is it the operation on an object that is the failure? */
bool tier_is_misused(const struct compare *a, const struct step *s);
bool tier_is_kernel(const struct compare *a, const struct step *s);

#endif
