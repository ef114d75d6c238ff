/* SPDX-License-Identifier: MIT */
/* dead_end.c - nothing is enabled: deadlock, livelock, or an unfair schedule?
 */
#include "native/coarse.h"
#include "native/rewinding/trial.h"
#include "native/sched.h"
#include "native/spin.h"
#include "native/spin/watch.h"
#include "native/threads/thread.h"

/* What t could do at once, if it did not spin. */
static void offer(struct thread *t)
{
	struct pending *p = &rt.pending[t->id];

	p->offers = 1;
	p->offer = 0;
	if (offer_of[p->kind])
		offer_of[p->kind](t, p);
}

/* Could it do something?  It goes on spinning. */
static bool could_go(struct thread *t)
{
	bool could;

	offer(t);
	could = rt.pending[t->id].offers > 0;
	rt.pending[t->id].offers = 0;
	return could;
}

static bool awaits(tid i)
{
	return rt.pending[i].live && rt.pending[i].spinning;
}

/* Nothing is enabled, and t spins: it makes its iteration once more, to see
 * whether somebody else can go on in the middle of it.  False: it has. */
static bool confirm(struct thread *t)
{
	if (!awaits(t->id) || t->spin.confirm >= CONFIRM_ALONE)
		return false;
	thread_touch(t);
	watch_again(t);
	rt.pending[t->id].spinning = 0;
	offer(t);
	/* Others may go on in the middle, and it did not turn any longer.  (Of
	 * no program that was tried is this the only place that says so.) */
	caveat(CAVEAT_fairness, "thread T%u", t->id);
	t->spin.confirm = CONFIRM_RUNS;
	t->spin.row = SPIN_LOOPS;
	t->spin.arrivals = 0;
	t->spin.changed = 0;
	t->spin.disturbed = 0;
	t->spin.others = 0;
	t->spin.stopped = 0;
	if (t->spin.plain == ANCHOR_PLAIN)
		t->spin.plain = ANCHOR_SET;
	rt.world.confirming = 1;
	return true;
}

bool spin_in_vain(void)
{
	if (!rt.world.stopped)
		return false;
	for (tid i = 0; i < rt.world.threads; i++)
		if (awaits(i) && thread_of(i)->spin.stopped &&
			watch_stale(thread_of(i)))
			return true;
	return false;
}

enum {
	TRIED = 64 /* operations; a longer turn counts as another way to go */
};

/* Alone it came round in vain.  That says all if it made one operation: between
 * two the turn of the thread that confirms might go on, or a third one's. */
static enum others found(int why)
{
	if (why == TRIAL_TURNED && trial_touched() <= 1)
		return 0;
	return why == TRIAL_WAITS || why == TRIAL_ENDED || why == TRIAL_FAILS
		       ? OTHERS_CAN
		       : OTHERS_MIGHT;
}

/* Where it would find that all is as it was, or have to wait, its turn comes to
 * nothing here, too. */
bool spin_tries_others(struct thread *t)
{
	for (tid i = 0; i < rt.world.threads; i++) {
		struct thread *other = thread_of(i);
		int why;

		if (rt.trial || !awaits(i) || !other->spin.stopped ||
			!watch_stale(other))
			continue;
		thread_touch(other);
		other->spin.stopped = rt.pending[i].spinning = 0;
		offer(other);
		why = trial_begin(i, TRIED);
		if (!why)
			return true;
		other->spin.stopped = rt.pending[i].spinning = 1;
		rt.pending[i].offers = 0;
		t->spin.others |= found(why);
	}
	return false;
}

enum dead_end spin_dead_end(void)
{
	bool spinning = false;
	unsigned others = 0;

	if (spin_in_vain())
		return DEAD_END_UNFAIR;
	for (tid i = 0; i < rt.world.threads; i++)
		if (awaits(i) && thread_of(i)->spin.confirm == CONFIRM_NO &&
			!could_go(thread_of(i))) {
			thread_touch(thread_of(i));
			thread_of(i)->spin.confirm = CONFIRM_BLOCKED;
		}
	for (tid i = 0; i < rt.world.threads; i++)
		if (confirm(thread_of(i)))
			return DEAD_END_CONFIRM;
	for (tid i = 0; i < rt.world.threads; i++)
		if (awaits(i)) {
			spinning = true;
			if (thread_of(i)->spin.confirm == CONFIRM_OTHERS)
				others |= thread_of(i)->spin.others;
		}
	if (others == OTHERS_MIGHT && !coarse_dead_end())
		caveat(CAVEAT_dead_end, "thread T%u", rt.world.last);
	return others	  ? DEAD_END_UNFAIR
	       : spinning ? DEAD_END_LIVELOCK
			  : DEAD_END_DEADLOCK;
}

bool spin_is_in_the_way(const struct thread *t)
{
	for (tid i = 0; i < rt.world.threads; i++)
		if (i != t->id && awaits(i) &&
			thread_of(i)->spin.confirm == CONFIRM_BLOCKED &&
			could_go(thread_of(i)))
			return true;
	return false;
}

void spin_progress(void)
{
	rt.world.confirming = 0;
	for (tid i = 0; i < rt.world.threads; i++)
		if (thread_of(i)->spin.confirm) {
			thread_touch(thread_of(i));
			thread_of(i)->spin.confirm = 0;
		}
}
