/* SPDX-License-Identifier: MIT */
/* chance.h - random histories of an object that is made to be atomic
 *
 * Threads call, have their effect at one moment, and return, in a random order.
 * So what comes out can be explained, until it is changed.
 */
#ifndef CHANCE_H
#define CHANCE_H

#include "base/rng.h"
#include "linear/history.h"
#include "linear/spec.h"

struct chance {
	const struct linear_spec *spec[2];
	unsigned objects, threads, ops;
	unsigned keys;	 /* of sets and maps; 0: three */
	unsigned names;	 /* only so many of the operations; 0: all */
	bool distinct;	 /* nothing is inserted twice */
	bool unfinished; /* some operations have no return */
};

/* Fills h->op (room for c->ops) and h->object (room for 2). */
void chance_history(
	struct linear_history *h, const struct chance *c, struct rng *rng);

/* Another result, another end, or another order of two events; or nothing. */
void chance_change(struct linear_history *h, struct rng *rng);

#endif
