/* SPDX-License-Identifier: MIT */
/* fence.c - instructions that wait for stores, of which the compilers' plugins
 * tell (plugin/fence.h)
 *
 * By sc there is nothing to wait for, and no decision point.
 */
#include "native/hooks/hooks_atomic.h"
#include "native/memory.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

EXPORT void __scarp_fence(void)
{
	if (!controlled())
		return;
	if (unlikely(rt.late))
		sched_point(OP_fence, 0, 0, CALLER);
	else if (unlikely(rt.world.weak))
		overtaken_none();
}

/* What its thread stores next leaves after what it has stored.  That is its own
 * affair, so no decision point; and it is no fence of C, for which data that
 * are read behind it would not race. */
EXPORT void __scarp_store_fence(void)
{
	if (unlikely(rt.late) && controlled())
		buffer_fence();
}

/* It is told as any other store, in order. */
EXPORT void __scarp_non_temporal(void)
{
	if (!controlled())
		return;
	rt.channel->late_stores = 1;
	overtaken_unknown();
	if (rt.late)
		caveat(CAVEAT_unbuffered, "a non-temporal store");
}
