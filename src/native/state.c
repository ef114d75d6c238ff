/* SPDX-License-Identifier: MIT */
#include "native/state.h"
#include "native/footprint.h"
#include "native/posix/interrupted.h"
#include "native/races/shadow.h"
#include "native/spin.h"

/* A name of the table that a function touches it by, and no other function. */
static inline enum kernel_kind kind_of(enum touches what)
{
	return (enum kernel_kind)(what >> 1);
}

void state_also(enum touches what, uint64_t number)
{
	uint64_t object = kernel_object(kind_of(what), number);

	if (what & TOUCHES_W)
		footprint_plain(object);
	else if (unlikely(rt.footprints))
		footprint_looked(object);
}

/* For handlers of signals: the C library has a lock for it, or half of a change
 * could be seen.  What the kernel keeps is none of these. */
static bool is_unsafe(enum kernel_kind kind)
{
	return kind == KERNEL_random || kind == KERNEL_drand ||
	       kind == KERNEL_environment || kind == KERNEL_handlers ||
	       kind == KERNEL_quick_handlers;
}

void state_point(enum touches what, uint64_t number, bool changes, uint64_t pc)
{
	if (rt.world.seen < 2)
		return;
	if (!(what & TOUCHES_W))
		changes = false;
	if (rt.self->held_by) { /* part of an operation that stood before */
		state_also((enum touches)(changes ? what : what & ~TOUCHES_W),
			number);
		return;
	}
	if (unlikely(rt.world.signals) && is_unsafe(kind_of(what)))
		unsafe_call(kernel_object(kind_of(what), number), changes, pc);
	sched_point(changes				  ? OP_state_write
		    : kind_of(what) == KERNEL_environment ? OP_environment_read
							  : OP_state_read,
		kernel_object(kind_of(what), number), 0, pc);
}

void state_beside(void *at, size_t n, uint64_t pc)
{
	if (unlikely(rt.footprints))
		footprint_made((uint64_t)at, n, true);
	access_atomic((uint64_t)at, n, ACC_WRITE, pc);
}

void state_value(void *state, size_t n, bool changes)
{
	for (size_t i = 0; i < n; i += 8)
		spin_state((char *)state + i, n - i < 8 ? n - i : 8, changes);
}
