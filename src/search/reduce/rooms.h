/* SPDX-License-Identifier: MIT */
/* rooms.h - how much room an operation finds where others are left out
 *
 * Operations that commute until a round is complete (arrivals at a barrier) are
 * recorded with the room that they found (access.room).  In a sequence that
 * goes on before event i without what is after that, they find another.
 *
 * An arrival that is reversed with one of the round before comes to complete
 * that, in the place of the other: there is room for it alone.  It is recorded
 * as one of the later round, so it depends on all others of the one that it is
 * in, as it should where there is no room for both; and of what was moved there
 * like it, which commutes with it by kind, none has room beside it.
 *
 * Cost     O(events).
 */
#ifndef SEARCH_REDUCE_ROOMS_H
#define SEARCH_REDUCE_ROOMS_H

#include "search/reduce/history.h"
#include "search/reduce/wakeup.h"

/* What event k, which has room, finds where what is after event i, and before
 * it, is left out.  (What is not after event i and comes later, comes later
 * there as well.) */
uint16_t room_without(const struct history *h, uint32_t i, uint32_t k);

/* The same, while one goes through the events from i on: those that are left
 * out are counted, and each of the others that has room finds it. */
struct rooms {
	uint64_t object;
	uint32_t left_out;
	bool several; /* objects */
};

void rooms_count(struct rooms *r, const struct footprint *f);
uint16_t rooms_look(
	const struct rooms *r, const struct history *h, uint32_t i, uint32_t k);

static inline void rooms_leave_out(struct rooms *r, const struct footprint *f)
{
	if (f->limited)
		rooms_count(r, f);
}

/* 0: it finds what was recorded. */
static inline uint16_t rooms_find(
	const struct rooms *r, const struct history *h, uint32_t i, uint32_t k)
{
	return r->left_out && h->event[k].footprint.limited
		       ? rooms_look(r, h, i, k)
		       : 0;
}

#endif
