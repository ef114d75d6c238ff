/* SPDX-License-Identifier: MIT */
/* dead_end.c - nothing is enabled: deadlock, livelock, or an unfair schedule?
 */
#include "native/sched.h"
#include "native/spin.h"
#include "native/spin/watch.h"
#include "native/thread.h"

/* Nothing is enabled, and t spins: it makes its iteration once more, to see
 * whether somebody else can go on in the middle of it.  False: it has. */
static bool confirm(struct thread *t)
{
	struct pending *p = &rt.pending[t->id];

	if (!p->live || !p->spinning || t->spin.confirm >= CONFIRM_ALONE)
		return false;
	thread_touch(t);
	watch_again(t);
	p->spinning = 0;
	p->offers = 1;
	p->offer = 0;
	if (offer_of[p->kind])
		offer_of[p->kind](t, p);
	if (!p->offers) {
		p->spinning = 1;
		t->spin.confirm = CONFIRM_ALONE; /* blocked all the same */
		return false;
	}
	/* Others may go on in the middle, and it did not turn any longer. */
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
		if (confirm(thread_of(i)))
			return DEAD_END_CONFIRM;
	for (tid i = 0; i < rt.world.threads; i++)
		if (rt.pending[i].live && rt.pending[i].spinning) {
			spinning = true;
			others |= thread_of(i)->spin.confirm == CONFIRM_OTHERS;
		}
	return others	  ? DEAD_END_UNFAIR
	       : spinning ? DEAD_END_LIVELOCK
			  : DEAD_END_DEADLOCK;
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
