/* SPDX-License-Identifier: MIT */
/* clock.c - nothing is enabled, and somebody may await the clock: it jumps,
 * until that changes nothing any more (native-rules 16) */
#include "native/internal.h"
#include "native/posix/clock.h"
#include "native/sched.h"
#include "native/spin.h"
#include "native/spin/watch.h"
#include "native/threads/thread.h"

#include <string.h>

enum {
	JUMPS_HOUR = 22, /* 2^0 .. 2^21 ms; then 1 h each */
	JUMPS_FAR = 19,	 /* in vain so far: 2 h, 4 h, ... 60 years */
	JUMPS = JUMPS_HOUR + JUMPS_FAR,
	JUMPS_AROUND = 200, /* where loops keep the time, or count */
	AROUND_FAR = 5,	    /* of these for one that is twice as far */
	/* Shorter ones do nothing for limits that have not run out by so many
	 * ns: threads have let time pass by themselves (clock_again.h). */
	TRIED = 100000000,
	JUMPS_TRIED = 7,
};

/* How far the clock jumps now. */
static uint64_t distance(void)
{
	uint64_t hour = 3600000000000;
	unsigned far = 0;

	if (rt.world.jumps < JUMPS_HOUR)
		return (1ull << rt.world.jumps) * 1000000;
	if (rt.world.still > JUMPS_HOUR)
		far = rt.world.still - JUMPS_HOUR;
	if (rt.world.around > JUMPS_AROUND / 2)
		far = (rt.world.around - JUMPS_AROUND / 2) / AROUND_FAR;
	return hour << (far < JUMPS_FAR ? far : JUMPS_FAR);
}

/* What came of the last jump, for t: */
enum came {
	CAME_NOTHING, /* it is where it was, with the same state */
	CAME_AROUND,  /* no operation that is none of its loop's */
	CAME_ON
};

static enum came came_of_jump(const struct thread *t, const struct watch *now)
{
	const struct watch *then = t->spin.jumped;

	if (!now)
		return t->spin.effects == t->spin.jumped_effects ? CAME_NOTHING
								 : CAME_ON;
	if (!then || t->spin.since & ~t->spin.turn)
		return CAME_ON;
	return then->pc == now->pc &&
			       !memcmp(&then->place, &now->place,
				       sizeof now->place) &&
			       !memcmp(then->stack, now->stack,
				       now->stack_bytes)
		       ? CAME_NOTHING
		       : CAME_AROUND;
}

bool spin_clock(void)
{
	enum came most = CAME_NOTHING;
	bool spinning = false;

	for (tid i = 0; i < rt.world.threads; i++) {
		struct thread *t = thread_of(i);
		struct watch *now = 0;
		enum came came;

		if (!is_thread(&rt.pending[i]))
			continue;
		if (rt.pending[i].spinning && !t->spin.stopped &&
			!t->spin.watch->timed)
			now = t->spin.watch;
		came = came_of_jump(t, now);
		most = came > most ? came : most;
		spinning |= now != 0;
		thread_touch(t);
		t->spin.jumped = now;
		t->spin.jumped_effects = t->spin.effects;
		t->spin.since = 0;
	}
	if (most > CAME_NOTHING)
		rt.world.still = 0;
	if (most > CAME_AROUND)
		rt.world.around = 0;
	if (!spinning || rt.world.still == JUMPS ||
		rt.world.around == JUMPS_AROUND)
		return false;
	if (!rt.world.jumps && rt.world.clock_ns >= TRIED)
		rt.world.jumps = JUMPS_TRIED;
	clock_jump(distance());
	rt.world.still++;
	rt.world.around++;
	rt.world.jumps++;
	return true;
}
