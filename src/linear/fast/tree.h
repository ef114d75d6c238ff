/* SPDX-License-Identifier: MIT */
/* tree.h - numbers in a row: something is added to some of them, and the least
 * of some is asked for.  Each takes O(log n). */
#ifndef LINEAR_TREE_H
#define LINEAR_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TREE_NOTHING ((int64_t)1 << 40) /* more than any rank */

struct tree {
	int64_t *least; /* of what is below, without what is added above */
	int64_t *added; /* to all that is below */
	uint32_t leaves;
};

/* n of them, all `each`.  False: no memory. */
bool tree_begin(struct tree *t, size_t n, int64_t each);
void tree_end(struct tree *t);

void tree_add(struct tree *t, uint32_t from, uint32_t to, int64_t what);
int64_t tree_least(const struct tree *t, uint32_t from, uint32_t to);
/* Where that is. */
uint32_t tree_where(const struct tree *t, uint32_t from, uint32_t to);
/* The first from `from` on that is `most` at most; there has to be one. */
uint32_t tree_first(const struct tree *t, uint32_t from, int64_t most);

#endif
