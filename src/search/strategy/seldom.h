/* SPDX-License-Identifier: MIT */
/* seldom.h - what samplers draw where an operation may go wrong (SELDOM_FAILS)
 *
 * There are many such operations in an execution, and few may fail.  Were one
 * in two drawn to fail, it would be among the first ones each time.  So an
 * execution draws how seldom, 1 in 2 to 1 in 64, at the first that it meets: of
 * n of them each is the first to fail with a probability of about 1 in 16 n, up
 * to some hundred.
 */
#ifndef STRATEGY_SELDOM_H
#define STRATEGY_SELDOM_H

#include "search/strategy.h"

enum {
	SELDOM_MOST = 6
};

/* Does it offer a failure of that kind, as alternative 1? */
static inline bool may_fail(const struct pending *p)
{
	return p->offers > 1 && op_is(p->kind, SELDOM_FAILS);
}

/* Does it fail?  *seldom: 0 when an execution begins. */
static inline uint32_t seldom_fails(struct rng *rng, uint32_t *seldom)
{
	if (!*seldom)
		*seldom = 1 + rng_below(rng, SELDOM_MOST);
	return rng_below(rng, 1u << *seldom) == 0;
}

#endif
