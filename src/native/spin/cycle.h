/* SPDX-License-Identifier: MIT */
/* cycle.h - several turns that come to nothing together
 *
 *     while (!flag[ring]) ring = 1 - ring;
 *
 * Each turn goes round with something else than the one before, so none is
 * without effect (effect.h); but two of them are, together.  So at the head of
 * a loop the turn that ends there is asked first, and then what was done since
 * older heads at which the same values were told, the nearest first
 * (docs/design/018-turns.md, "Turns that come to nothing together").
 *
 * Not of loops that count or reread: these tell less than they carry round.
 *
 * Memory   heads and notes stay as long as a turn may be judged from there on.
 * Cost     at a head a look at up to 16 older ones; some of them are judged. A
 *          loop that has gone round 64 times is not asked any more.
 */
#ifndef NATIVE_SPIN_CYCLE_H
#define NATIVE_SPIN_CYCLE_H

#include <stdint.h>

struct thread;
struct turn;

/* Of a turn, when it begins. */
struct cycle {
	const struct turn *before; /* the turn before; NULL: it is not asked */
	uint32_t row;	/* how many there are before it, one behind another */
	uint32_t heads; /* as in struct spin, then */
	/* The writes from which on any may be judged: that of the oldest, and
	 * which the oldest will be later. */
	uint32_t from, next;
};

/* The turn from which on all that was done up to the head of `now` is without
 * effect; NULL: there is none.  `last` alone is not.  *turns: how many. */
const struct turn *cycle_of(const struct thread *t, const struct turn *last,
	const struct turn *now, uint32_t *turns);
/* A turn begins behind `last` of the same loop (NULL: the loop is entered, or
 * the thread was stopped there). */
void cycle_begin(
	const struct thread *t, const struct turn *last, struct turn *now);

#endif
