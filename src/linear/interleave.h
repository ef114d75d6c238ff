/* SPDX-License-Identifier: MIT */
/* interleave.h - is there an order that respects each thread and explains all?
 *
 * Sequential consistency: not a matter of each object by itself, so all of them
 * are looked at together.
 */
#ifndef LINEAR_INTERLEAVE_H
#define LINEAR_INTERLEAVE_H

#include "linear/search.h"

struct linear_pieces {
	const struct linear_op *op;
	size_t ops;
	const uint32_t *piece; /* by operation: which of them it is on */
	const struct linear_object *object; /* by piece */
	size_t pieces;
};

/* `found->wrong` says nothing. */
enum linear_answer linear_interleave(const struct linear_pieces *all,
	const struct linear_limits *limits, struct linear_found *found);

#endif
