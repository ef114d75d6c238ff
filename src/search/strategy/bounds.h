/* SPDX-License-Identifier: MIT */
/* bounds.h - going from one bound to the next, and what came of each
 *
 * What the searches have in common that explore the executions of cost 0, then
 * those of at most 1, and so on.
 */
#ifndef SEARCH_STRATEGY_BOUNDS_H
#define SEARCH_STRATEGY_BOUNDS_H

#include "search/search.h"

struct bounds {
	struct search_bounds count;
	uint32_t most;	  /* 0 .. most-1 */
	bool finish;	  /* end with the bound in which an execution failed */
	bool failed, cut; /* an execution was, since the last restart */
};

struct saved_bounds {
	struct search_bounds count;
	uint8_t finish, failed, cut, unused[5];
};

void bounds_init(struct bounds *b, const struct search_config *config);
void bounds_restart(struct bounds *b);
/* The bound of now is explored: is there another one?  Then it is that of now.
 */
bool bounds_next(struct bounds *b);
/* An execution that costs as much as the bound of now is over. */
void bounds_end(struct bounds *b, enum outcome_kind kind);

struct saved_bounds bounds_save(const struct bounds *b);
bool bounds_load(struct bounds *b, const struct saved_bounds *saved);

#endif
