/* SPDX-License-Identifier: MIT */
/* race.c - what follows from how a candidate was seen, see race.h */
#include "detect/race.h"

enum {
	KINDS = RACE_WRITE | RACE_ATOMIC | RACE_FREE,
	SEEN = RACE_SEEN_RECYCLED | RACE_SEEN_SETUP | RACE_SEEN_PLAIN
};

bool race_valid(const struct race *r)
{
	return r->one.kind <= KINDS && r->two.kind <= KINDS &&
	       (r->one.pc < r->two.pc || (r->one.pc == r->two.pc &&
						 r->one.kind <= r->two.kind)) &&
	       race_conflict(r->one.kind, r->two.kind) && r->count &&
	       r->execution <= r->execution_last && r->seen &&
	       r->seen <= SEEN && r->orders <= RACE_BOTH_ORDERS &&
	       r->failing <= 1 && r->pure <= 1;
}

bool race_suppressed(const struct race *r)
{
	return r->seen == RACE_SEEN_RECYCLED;
}

bool race_held(const struct race *r)
{
	return (r->seen & RACE_SEEN_SETUP) && !(r->seen & RACE_SEEN_PLAIN) &&
	       r->orders != RACE_BOTH_ORDERS;
}

bool race_late(const struct race *r)
{
	return r->execution > 1;
}

static bool stops(const struct race_side *s)
{
	return !(s->kind & (RACE_ATOMIC | RACE_FREE)) && s->pc;
}

unsigned race_sides_all(const struct race *r)
{
	return (stops(&r->one) ? RACE_SIDE_ONE : 0u) |
	       (stops(&r->two) ? RACE_SIDE_TWO : 0u);
}

unsigned race_sides_next(const struct race *r)
{
	unsigned sides = RACE_SIDE_ONE | RACE_SIDE_TWO;

	if (race_suppressed(r) || race_held(r))
		return 0;
	if (r->orders == RACE_ONE_FIRST)
		sides = RACE_SIDE_ONE;
	else if (r->orders == RACE_TWO_FIRST)
		sides = RACE_SIDE_TWO;
	return sides & race_sides_all(r);
}
