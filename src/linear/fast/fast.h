/* SPDX-License-Identifier: MIT */
/* fast.h - histories in which nothing is inserted twice, in O(n log n)
 *
 * Each of these finds an order that explains the history, or that there is
 * none, or does not suit it.  What they do, and why that is right:
 * docs/design/027-linearizability.md, "Histories that insert nothing twice".
 *
 * Memory   allocated within a call, freed before it returns.
 * Callers  check.c, which checks the order that comes out.
 */
#ifndef LINEAR_FAST_H
#define LINEAR_FAST_H

#include "linear/history.h"

enum fast_answer {
	FAST_YES,
	FAST_NO,
	FAST_UNSUITED, /* ask the general search */
	FAST_MEMORY,
};

struct linear_fast {
	const struct linear_op *op; /* of one object; ranks 0, 1, ... */
	size_t ops;
	value initial;
	uint32_t *order; /* room for all; indices of op, those left out not */
	size_t ordered;
};

int fast_register(struct linear_fast *f);
int fast_set(struct linear_fast *f);
int fast_queue(struct linear_fast *f);
int fast_stack(struct linear_fast *f);
int fast_priority_queue(struct linear_fast *f);

/* --- what they share --------------------------------------------------------
 */

enum {
	NEVER_CALLED = UINT32_MAX - 1,	 /* the removal that there is not */
	NEVER_RETURNED = UINT32_MAX - 2, /* the insertion that is pending */
	NO_OP = UINT32_MAX,
};

/* A value; or what found nothing, if insert is NO_OP. */
struct fast_item {
	value value;
	uint32_t insert, remove; /* indices of op; NO_OP */
	uint32_t insert_call, insert_back;
	uint32_t remove_call, remove_back;
};

struct fast_items {
	struct fast_item *item; /* by value */
	size_t items;
	uint32_t *empty; /* indices of op: found nothing */
	size_t empties;
	bool left_out; /* pending removals: a "no" says nothing */
};

/* What has an argument inserts, everything else removes.  FAST_YES: go on.
 * Free it in any case. */
int fast_items(struct fast_items *out, const struct linear_fast *f);
void fast_items_free(struct fast_items *out);

/* Where an operation is in the order: the least first. */
struct fast_place {
	uint32_t point, second, third;
	uint32_t op;
};

struct fast_places {
	struct fast_place *place; /* room for all operations */
	size_t places;
};

void fast_put(struct fast_places *p, uint32_t op, uint32_t point,
	uint32_t second, uint32_t third);
/* Sorts and writes f->order. */
void fast_finish(struct linear_fast *f, struct fast_places *p);

/* Intervals that do not touch, in their order. */
struct fast_cover {
	struct fast_span {
		uint32_t from, to;
	} * span;
	size_t spans;
};

/* Joins those that overlap. */
void fast_join(struct fast_cover *c);
/* The zones of all items, joined; room for all. */
void fast_zones(struct fast_cover *c, const struct fast_items *items);
/* The first point from `from` on that is in none; its end counts as outside. */
uint32_t fast_gap(const struct fast_cover *c, uint32_t from);

#endif
