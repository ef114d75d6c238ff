/* SPDX-License-Identifier: MIT */
/* dead_end.c - nothing is enabled: deadlock, livelock, or an unfair schedule?
 */
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
	if (t->spin.plain)
		t->spin.plain = ANCHOR_SET;
	rt.world.confirming = 1;
	return true;
}

enum dead_end spin_dead_end(void)
{
	bool spinning = false, others = false;

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
			others |= thread_of(i)->spin.confirm == CONFIRM_OTHERS;
		}
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
