/* SPDX-License-Identifier: MIT */
/* brute.h - the definition: every order of the operations, one after the other
 *
 * Nothing is taken apart, remembered or left out: all objects and keys at once,
 * pending operations made or not, each order that the condition allows.
 */
#ifndef BRUTE_H
#define BRUTE_H

#include "linear/check.h"

enum {
	BRUTE_OPS = 10
};

bool brute_explains(
	const struct linear_history *h, enum linear_condition condition);

/* Is this an order that explains, with LINEAR_WITH_NEXT as in search.h? */
bool brute_accepts(const struct linear_history *h,
	enum linear_condition condition, const uint32_t *order, size_t ordered);

#endif
