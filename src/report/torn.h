/* SPDX-License-Identifier: MIT */
/* torn.h - which steps beside a pair that was turned are told
 *
 * Where one of another thread comes between two of one thread's, and no order
 * of the two threads one after the other comes to the same (Lu et al., "AVIO",
 * 2006).
 */
#ifndef REPORT_TORN_H
#define REPORT_TORN_H

#include "report/compare.h"

/* The three steps, or two, that say it, in middle[NOTED]; true: three. */
bool torn_say(const struct compare *a, struct turned *t,
	const struct step *second, uint32_t *middle);

/* Could x, y and (unless NULL) z have been made in another order, as far as
 * threads begin and are waited for? */
bool torn_free_to_turn(const struct compare *a, const struct step *x,
	const struct step *y, const struct step *z);

#endif
