/* SPDX-License-Identifier: MIT */
/* sides.c - the sides of all candidates, see sides.h */
#include "detect/sides.h"

static bool one_side(const struct race *r)
{
	return r->one.pc == r->two.pc && r->one.kind == r->two.kind;
}

uint32_t race_stops(
	const struct race *race, uint32_t races, struct race_stop *out)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < races; i++) {
		const struct race *r = &race[i];
		const struct race_side *side[] = {&r->one, &r->two};
		unsigned all = race_sides_all(r), next = race_sides_next(r);

		if (one_side(r)) {
			next = next ? RACE_SIDE_ONE : 0;
			all &= RACE_SIDE_ONE;
		}
		for (unsigned s = 0; s < 2; s++)
			if (all >> s & 1)
				out[n++] = (struct race_stop){
					.pc = side[s]->pc,
					.race = i,
					.kind = side[s]->kind,
					.both = r->orders == RACE_BOTH_ORDERS,
					.next = next >> s & 1,
				};
	}
	return n;
}
