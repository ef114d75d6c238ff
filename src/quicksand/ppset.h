/* SPDX-License-Identifier: MIT */
/* ppset.h - a set of preemption points as data
 *
 * Classes of operations, and racing instructions by number: the numbers are
 * those of a registry that only grows, so a set never has to be rewritten.
 *
 * Memory   fixed, 520 bytes; copied by assignment.
 * Cost     a comparison looks at 64 words, mostly at the first.
 */
#ifndef QUICKSAND_PPSET_H
#define QUICKSAND_PPSET_H

#include <stdbool.h>
#include <stdint.h>

enum {
	PPSET_POINTS = 4096 /* as many as a test process takes */
};

struct ppset {
	uint32_t classes; /* bits of enum op_class */
	uint32_t points;  /* how many */
	uint64_t bits[PPSET_POINTS / 64];
};

static inline bool ppset_has(const struct ppset *s, unsigned point)
{
	return s->bits[point / 64] >> (point % 64) & 1;
}

void ppset_add(struct ppset *s, unsigned point);

/* Everything that is in b is added to a. */
void ppset_join(struct ppset *a, const struct ppset *b);

/* Is all of a in b? */
bool ppset_within(const struct ppset *a, const struct ppset *b);

bool ppset_equal(const struct ppset *a, const struct ppset *b);

/* Within, and not equal. */
static inline bool ppset_smaller(const struct ppset *a, const struct ppset *b)
{
	return ppset_within(a, b) && !ppset_equal(a, b);
}

/* Points and classes. */
unsigned ppset_size(const struct ppset *s);

/* The first point with a number of at least `from`, or PPSET_POINTS. */
unsigned ppset_next(const struct ppset *s, unsigned from);

#endif
