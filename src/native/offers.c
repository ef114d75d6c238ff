/* SPDX-License-Identifier: MIT */
#include "native/offers.h"
#include "native/footprint.h"
#include "native/posix/choose.h"
#include "native/posix/clock_again.h"
#include "native/rewinding/trial.h"
#include "native/sched.h"
#include "native/spin/await.h"
#include "native/spin/idle.h"
#include "native/study.h"

offer_function offer_of[OP_COUNT];
const uint32_t offer_both[2] = {0, 1};

static offer_function of_kind[OP_COUNT];
const struct offer_condition *condition_of[OP_COUNT];

static void offer_under_condition(struct thread *t, struct pending *p)
{
	p->offers = 1;
	p->offer = 0;
	if (of_kind[p->kind])
		of_kind[p->kind](t, p);
	p->elsewhere = 0;
	if (condition_of[p->kind]->holds(t))
		return;
	p->offers = 0;
	p->elsewhere = 1;
	p->waits = (uint64_t)condition_of[p->kind]->state(t);
}

void offers_require(enum op kind, const struct offer_condition *condition)
{
	of_kind[kind] = offer_of[kind];
	condition_of[kind] = condition;
	offer_of[kind] = offer_under_condition;
}

void offers_looked(const struct thread *t, enum op kind)
{
	if (offers_apart(t, kind))
		shared_read(condition_of[kind]->state(t));
}

/* Is nobody enabled but timers?  Then they are not, either. */
static bool timers_alone(void)
{
	for (tid i = 0; i < rt.world.top; i++)
		if (rt.pending[i].live && rt.pending[i].offers &&
			rt.pending[i].kind != OP_timer)
			return false;
	for (tid i = 0; i < rt.world.top; i++)
		if (rt.pending[i].live && rt.pending[i].kind == OP_timer)
			rt.pending[i].offers = 0;
	return true;
}

tid offers_refresh(void)
{
	tid enabled = 0, leaving = 0;

	for (tid i = 0; i < rt.world.top; i++) {
		struct pending *p = &rt.pending[i];

		if (!p->live)
			continue;
		if (unlikely(p->kind == OP_process_leave)) {
			p->offers = 0;
			leaving++;
			if (unlikely(rt.world.signals)) {
				signal_offer(thread_of(i), p);
				enabled += p->offers > 0;
			}
			continue;
		}
		offer(thread_of(i), p);
		enabled += p->offers > 0;
		if (unlikely(rt.world.awaiting) && p->awaits) {
			p->withheld =
				!(rt.world.signals && signal_offered(p)) &&
				await_withholds(thread_of(i), p);
			enabled -= p->withheld && p->offers;
		}
	}
	if (enabled && leaving && timers_alone())
		enabled = 0; /* the process leaves in time */
	if (enabled || !leaving)
		return enabled;
	for (tid i = 0; i < rt.world.top; i++)
		if (rt.pending[i].live &&
			rt.pending[i].kind == OP_process_leave) {
			rt.pending[i].offers = 1;
			if (rt.study) /* it has ended: no choice */
				return 1;
		}
	return leaving;
}

bool offers_others(const struct thread *t)
{
	tid enabled = offers_refresh();

	return enabled > (rt.pending[t->id].offers > 0);
}

bool offers_can(const struct choice *c)
{
	struct pending *p;

	if (c->thread >= rt.world.threads)
		return false;
	p = &rt.pending[c->thread];
	if (!p->live)
		return false;
	(void)offers_refresh(); /* who is withheld can be asked for */
	return offers_choice(p, c->alternative);
}

tid offers_none(void)
{
	if (unlikely(rt.trial))
		trial_waits();
	footprint_last_resort();
	/* Before the clock jumps for others: it has an end, and who was let go
	 * there would find that time stands. */
	if (!spin_in_vain() && clock_let_go())
		return 1;
	while (spin_clock()) {
		tid enabled = offers_refresh();

		if (enabled) {
			caveat(CAVEAT_clock_waits, "thread T%u", rt.world.last);
			return enabled;
		}
	}
	if (!spin_in_vain() &&
		(await_let_go() || hint_let_go() || idle_let_go()))
		return 1;
	switch (spin_dead_end()) {
	case DEAD_END_CONFIRM:
		return 1;
	case DEAD_END_UNFAIR:
		execution_leave(
			rt.world.pruned ? OUTCOME_PRUNED : OUTCOME_REDUNDANT);
	case DEAD_END_LIVELOCK:
		if (rt.world.pruned)
			execution_leave(OUTCOME_PRUNED);
		deadlock_found(true);
	default:
		if (rt.world.pruned)
			execution_leave(OUTCOME_PRUNED);
		if (rt.study && study_main_left()) {
			caveat(CAVEAT_main_left, "thread T%u", rt.world.last);
			execution_leave(OUTCOME_ENDED);
		}
		deadlock_found(false);
	}
}
