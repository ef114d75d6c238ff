/* SPDX-License-Identifier: MIT */
#include "search/reduce/rooms.h"

/* Does it come into the round of event i, which is the one before its own? What
 * else that round needs is all before event i, or not after it: else it would
 * be between the two, and they were no race. */
static bool comes_earlier(const struct footprint *i, const struct footprint *k)
{
	return footprints_crowd(i, k) &&
	       footprint_limited(i)->kind != footprint_limited(k)->kind;
}

/* What takes of one room is of one round: of an earlier one all is before event
 * k. */
uint16_t room_without(const struct history *h, uint32_t i, uint32_t k)
{
	const struct footprint *f = &h->event[k].footprint;
	uint32_t room = footprint_limited(f)->room;

	if (comes_earlier(&h->event[i].footprint, f))
		return 1;
	for (uint32_t e = i; e < k; e++)
		room += happens_before(h, i, e) &&
			footprints_crowd(&h->event[e].footprint, f);
	return (uint16_t)(room < ROOM_MAX ? room : ROOM_MAX);
}

void rooms_count(struct rooms *r, const struct footprint *f)
{
	uint64_t object = footprint_limited(f)->address;

	r->several |= r->left_out && r->object != object;
	r->object = object;
	r->left_out++;
}

uint16_t rooms_look(
	const struct rooms *r, const struct history *h, uint32_t i, uint32_t k)
{
	const struct access *a = footprint_limited(&h->event[k].footprint);

	if (r->several || a->room + r->left_out > ROOM_MAX)
		return room_without(h, i, k);
	return (uint16_t)(a->room +
			  (r->object == a->address ? r->left_out : 0));
}
