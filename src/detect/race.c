/* SPDX-License-Identifier: MIT */
/* race.c - what follows from how a candidate was seen, see race.h */
#include "detect/race.h"

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
