/* SPDX-License-Identifier: MIT */
/* leave.c - the end of an execution: back to the driver, from wherever */
#include "native/coarse.h"
#include "native/cut.h"
#include "native/debug.h"
#include "native/footprint.h"
#include "native/races/shadow.h"
#include "native/spin.h"
#include "native/spin/anew.h"
#include "native/rewinding/trial.h"
#include "native/threads/fiber.h"

static __attribute__((noinline, cold)) void leave_marks(enum outcome_kind kind)
{
	trial_stops(kind == OUTCOME_STOPPED ? TRIAL_GIVEN_UP : TRIAL_ENDED);
	mark_forget();
}

void execution_leave(enum outcome_kind kind)
{
	if (unlikely(rt.marks))
		leave_marks(kind);
	if (rt.loop_turns) {
		anew_look_back_on_all();
		coarse_settle();
	}
	if (rt.footprints && kind == OUTCOME_FAILED)
		footprint_fail();
	else if (rt.footprints)
		footprint_end();
	if (kind == OUTCOME_FAILED || kind == OUTCOME_DEADLOCKED ||
		kind == OUTCOME_LIVELOCKED)
		races_failed();
	if (rt.world.pruned && kind == OUTCOME_ENDED)
		kind = OUTCOME_PRUNED;
	/* Another execution has those wait that went round in vain. */
	if (kind == OUTCOME_ENDED && spin_in_vain())
		kind = OUTCOME_REDUNDANT;
	if (rt.tracing)
		debug_ended(kind);
	rt.outcome.kind = kind;
	rt.outcome.thread = rt.pending;
	rt.outcome.awaits = &rt.channel->awaits;
	rt.outcome.threads = rt.world.threads;
	rt.outcome.steps = rt.world.step;
	rt.outcome.threads_max = rt.world.seen;
	rt.on = 0;
	if (rt.fenv)
		fiber_load_fpu(FPU_DEFAULT);
	fiber_set_fs(rt.driver_fs);
	fiber_jump(rt.driver_sp);
}

void execution_abandon(void)
{
	trial_stops(TRIAL_GIVEN_UP);
	execution_cut_short();
	rt.abandoned = 1;
	rt.outcome.hash = 0;
	execution_leave(OUTCOME_STOPPED);
}
