/* SPDX-License-Identifier: MIT */
#include "native/offers.h"
#include "native/internal.h"
#include "native/footprint.h"
#include "native/tell.h"
#include "native/threads/number.h"

act_function act_of[OP_COUNT];

struct pending *internal_place(
	struct thread_name name, enum op kind, uint64_t object)
{
	tid id = number_for(name, 0);
	struct pending *p = &rt.pending[id];

	thread_of(id)->id = id; /* what is saved goes by it */
	internal_touch(p);
	*p = (struct pending){.live = 1,
		.internal = 1,
		.owner = name.creator,
		.kind = (uint8_t)kind,
		.object = object,
		.offers = 1};
	if (id >= rt.world.threads)
		rt.world.threads = id + 1;
	pending_begins(id);
	return p;
}

struct pending *internal_begin(
	struct thread_name name, enum op kind, uint64_t object)
{
	struct pending *p = internal_place(name, kind, object);

	footprint_new_thread((tid)(p - rt.pending));
	return p;
}

void internal_end(struct pending *p)
{
	internal_touch(p);
	pending_ends((tid)(p - rt.pending));
}

void internal_act(struct choice c)
{
	struct pending *p = &rt.pending[c.thread];

	if (unlikely(rt.telling))
		tell_internal(p);
	rt.world.switches++; /* somebody else has gone on (scarp_spin_hint) */
	act_of[p->kind](p, c.alternative);
}
