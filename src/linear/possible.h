/* SPDX-License-Identifier: MIT */
/* possible.h - which histories can executions of one trace have?
 *
 * Of calls and returns it is known which come before which in each execution of
 * a trace; the others can be made in either order.  What matters of an order is
 * which returns come before which calls: the more do, the fewer orders of the
 * operations explain it.  So only orders are asked for of which no other one
 * has all of that, and more: returns as early, calls as late as they can be
 * (docs/design/027-linearizability.md).
 *
 * Pure.    Allocates nothing, and does not call itself.
 * Cost     of one order: the events that there are, for each return and each
 *          thread.  How many orders there are grows exponentially with the
 *          operations of which nobody knows which comes first.
 */
#ifndef LINEAR_POSSIBLE_H
#define LINEAR_POSSIBLE_H

#include <stdbool.h>
#include <stdint.h>

enum {
	POSSIBLE_EVENTS = 512,
	POSSIBLE_WORDS = POSSIBLE_EVENTS / 64
};

struct possible {
	uint32_t events; /* in an order in which they can be made */
	bool returns[POSSIBLE_EVENTS]; /* this one is a return */
	/* Event j is bit j of before[i] if it comes before event i in every
	 * execution: transitive, and j < i. */
	uint64_t before[POSSIBLE_EVENTS][POSSIBLE_WORDS];
	uint64_t asked; /* orders, so far */

	/* --- possible_orders() alone --- */
	uint32_t words; /* of sets of events, that are not 0 */
	uint32_t made;	/* how much of `order` is */
	uint16_t order[POSSIBLE_EVENTS];
	uint64_t done[POSSIBLE_WORDS]; /* the same as a set */
	/* Returns that were chosen, and what was made before each. */
	uint32_t levels;
	struct {
		uint16_t event, made;
	} level[POSSIBLE_EVENTS];
};

/* Asked of an order of all events; false: that is enough. */
typedef bool possible_fn(void *self, const uint16_t *order);

enum possible_end {
	POSSIBLE_ALL,	 /* were asked */
	POSSIBLE_ENOUGH, /* said the last one */
	POSSIBLE_MOST	 /* there are more than `most` */
};

enum possible_end possible_orders(
	struct possible *p, uint64_t most, possible_fn *ask, void *self);

static inline void possible_set(uint64_t *set, uint32_t i)
{
	set[i / 64] |= 1ull << i % 64;
}

static inline bool possible_has(const uint64_t *set, uint32_t i)
{
	return set[i / 64] >> i % 64 & 1;
}

#endif
