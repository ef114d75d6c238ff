/* SPDX-License-Identifier: MIT */
/* search.h - is there an order of the operations of one object that explains
 * them? (any specification)
 *
 * Memory   allocated within a call, within limits, freed before it returns.
 * Cost     exponential in the number of operations that overlap.
 */
#ifndef LINEAR_SEARCH_H
#define LINEAR_SEARCH_H

#include "linear/history.h"
#include "linear/spec.h"

struct linear_limits {
	uint64_t steps; /* of specifications; 0: as many as it takes */
	size_t memory;	/* bytes of configurations */
};

enum linear_answer {
	LINEAR_EXPLAINED,
	LINEAR_WRONG,
	LINEAR_NO_STEPS,  /* unknown: the limit of steps */
	LINEAR_NO_MEMORY, /* unknown: that of memory, or there is none */
};

/* Operations of one object, or of one key; ranks 0, 1, ... */
struct linear_part {
	const struct linear_spec *spec;
	value initial;
	const struct linear_op *op;
	size_t ops;
	bool pairs; /* steps of two operations are allowed */
};

struct linear_found {
	/* LINEAR_EXPLAINED: what came one after the other, as indices of op.
	 * With LINEAR_WITH_NEXT set: in one step with the next.  Has room for
	 * all. */
	uint32_t *order;
	size_t ordered;
	/* LINEAR_WRONG: the rank up to which a prefix is not explained, and all
	 * shorter ones are; RANK_NEVER: only what is blocked at the end. */
	uint32_t wrong;
	uint64_t steps; /* made: is added to */
};

#define LINEAR_WITH_NEXT 0x80000000u

/* Linearizability and set-linearizability. */
enum linear_answer linear_search(const struct linear_part *part,
	const struct linear_limits *limits, struct linear_found *found);

#endif
