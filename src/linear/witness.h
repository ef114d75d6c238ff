/* SPDX-License-Identifier: MIT */
/* witness.h - does this order explain these operations?  From the definition,
 * in one pass: what every "yes" went through. */
#ifndef LINEAR_WITNESS_H
#define LINEAR_WITNESS_H

#include "linear/search.h"

enum witness_answer {
	WITNESS_GOOD,
	WITNESS_BAD,
	WITNESS_MEMORY,
};

/* By real time. */
enum witness_answer linear_witness(
	const struct linear_part *part, const uint32_t *order, size_t ordered);

#endif
