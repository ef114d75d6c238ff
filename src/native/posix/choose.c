/* SPDX-License-Identifier: MIT */
/* choose.c - what a test says to scarp: choose, assume, spin hint
 *
 * include/scarp/scarp.h calls these when they are there.
 */
#include "native/posix/choose.h"
#include "native/footprint.h"
#include "native/rt.h"
#include "native/spin.h"
#include "native/threads/thread.h"

#include <stdlib.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	HINTS_ALONE = 1000 /* turns of a loop that may give up by itself */
};

/* In pass-through mode: as scarp_plain_choose. */
static unsigned draw(unsigned n)
{
	static uint64_t drawn;
	const char *seed = getenv("SCARP_SEED");
	uint64_t z = seed ? strtoull(seed, 0, 0) : 1;

	z += 0x9e3779b97f4a7c15u *
	     (1 + __atomic_fetch_add(&drawn, 1, __ATOMIC_RELAXED));
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return (unsigned)((z ^ (z >> 31)) % n);
}

static void offer_choose(struct thread *t, struct pending *p)
{
	p->offers = (uint32_t)t->scratch[0];
	p->offer = 0;
}

EXPORT unsigned scarp_runtime_choose(unsigned n)
{
	unsigned got;

	if (!controlled())
		return n ? draw(n) : 0;
	if (n == 0)
		bug(BUG_misuse, CALLER, 0,
			"scarp_choose(0): there is nothing "
			"to choose from");
	if (n > rt.channel->widest)
		rt.channel->widest = n;
	thread_touch(rt.self);
	rt.self->scratch[0] = n;
	spin_abandon();
	got = sched_point(OP_choose, 0, 0, CALLER);
	trace_result(got);
	return got;
}

static void offer_assume(struct thread *t, struct pending *p)
{
	offer_success(p, false);
}

EXPORT void scarp_runtime_assume(bool holds)
{
	if (holds)
		return;
	if (!controlled())
		_exit(77);
	/* The thread waits for ever, the others run on: what they find is a
	 * prefix of an execution that counts. */
	rt.world.pruned = 1;
	sched_point(OP_assume, 0, 0, CALLER);
}

/* Enabled if somebody else has gone on since the thread's last hint: what that
 * did, the loop may have looked for too early in this turn. */
static void offer_hint(struct thread *t, struct pending *p)
{
	offer_success(p, t->hinted != rt.world.switches);
}

EXPORT void scarp_runtime_spin_hint(void)
{
	if (!controlled())
		return;
	footprint_everything();
	thread_touch(rt.self);
	if (rt.self->hinted != rt.world.switches)
		rt.self->hints_alone = 0;
	sched_point(OP_spin_hint, 0, 0, CALLER);
	thread_touch(rt.self);
	rt.self->hinted = rt.world.switches;
}

bool hint_let_go(void)
{
	for (tid i = 0; i < rt.world.threads; i++) {
		struct thread *t = thread_of(i);

		if (!rt.pending[i].live || rt.pending[i].spinning ||
			rt.pending[i].kind != OP_spin_hint ||
			t->hints_alone == HINTS_ALONE)
			continue;
		thread_touch(t);
		t->hints_alone++;
		t->hinted = rt.world.switches - 1;
		rt.pending[i].offers = 1;
		rt.pending[i].offer = 0;
		return true;
	}
	return false;
}

void choose_register(void);
void choose_register(void)
{
	offer_of[OP_choose] = offer_choose;
	offer_of[OP_assume] = offer_assume;
	offer_of[OP_spin_hint] = offer_hint;
}
