/* SPDX-License-Identifier: MIT */
/* rff.h - abstract schedules of strategy rff, for its tests */
#ifndef STRATEGY_RFF_H
#define STRATEGY_RFF_H

#include "search/search.h"

enum {
	RFF_RULES = 4 /* of one abstract schedule */
};

/* At an object: what `reader` meets is what `writer` has left; or never
 * is. */
struct rff_rule {
	uint64_t object, writer, reader; /* codes; writer 0: nobody */
	bool never;
};

/* An operation in the program's text: the same wherever it stands in an
 * execution. */
uint64_t rff_code(const struct pending *p);

/* The execution that was begun is to go by these, in place of what was drawn.
 */
void rff_plan(void *self, const struct rff_rule *rule, uint32_t rules);

/* How many abstract schedules have shown something new. */
uint32_t rff_corpus(const void *self);

#endif
