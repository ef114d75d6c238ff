/* SPDX-License-Identifier: MIT */
/* minima.h - numbers in a row: something is added to some of them, and the
 * least of some is asked for.  Each takes O(log n). */
#ifndef LINEAR_MINIMA_H
#define LINEAR_MINIMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MINIMA_NOTHING ((int64_t)1 << 40) /* more than any rank */

struct minima {
	int64_t *least; /* of what is below, without what is added above */
	int64_t *added; /* to all that is below */
	uint32_t leaves;
};

/* n of them, all `each`.  False: no memory. */
bool minima_begin(struct minima *t, size_t n, int64_t each);
void minima_end(struct minima *t);

void minima_add(struct minima *t, uint32_t from, uint32_t to, int64_t what);
int64_t minima_least(const struct minima *t, uint32_t from, uint32_t to);
/* Where that is. */
uint32_t minima_where(const struct minima *t, uint32_t from, uint32_t to);
/* The first from `from` on that is `most` at most; there has to be one. */
uint32_t minima_first(const struct minima *t, uint32_t from, int64_t most);

#endif
