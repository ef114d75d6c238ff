/* SPDX-License-Identifier: MIT */
#include "native/execution.h"
#include "native/audit/reduction.h"
#include "native/cost.h"
#include "native/driver.h"
#include "native/footprint.h"
#include "native/kernel/left_files.h"
#include "native/offers.h"
#include "native/orders.h"
#include "native/output.h"
#include "native/outside/outside.h"
#include "native/races/shadow.h"
#include "native/reruns.h"
#include "native/rewinding/rewind.h"
#include "native/sched.h"
#include "native/shorter.h"
#include "native/threads/fiber.h"
#include "native/threads/thread.h"

/* From the beginning, or from a checkpoint; leaves by execution_leave. */
static void launch(void *arg)
{
	const struct start *from = arg;
	struct choice c;
	bool anew;

	rt.prefix = from->prefix;
	rt.prefix_length = from->length;
	rt.shared = from->shared;
	rewind_stamps();
	footprint_launch();
	if (!from->length)
		rewind_all(); /* the first choice is the search's, not ours */
	anew = !rewind_to(from->shared);
	races_begin();
	if (anew) {
		struct thread *main;

		rt.self = 0;
		main = thread_make(TID_NONE, main_run, 0, rt.stack_size, 0);
		rt.world.starting = 0;
		main->started = 1;
		main->fpu = FPU_DEFAULT;
		rt.on = 1;
		reduction_launch(0);
		reruns_begin();
		sched_start(main);
	}
	rt.self = 0;
	reduction_launch(rt.world.step);
	reruns_go_back();
	c = rt.prefix[rt.world.step];
	if (!offers_can(&c))
		diverged(&c);
	if (c.keep)
		rewind_keep();
	rt.on = 1;
	sched_continue(c);
}

/* What a bound on chance needs: the n and k of the test. */
static void note_size(uint32_t decisions, uint32_t threads)
{
	if (decisions > rt.channel->longest)
		rt.channel->longest = decisions;
	if (threads > rt.channel->broadest)
		rt.channel->broadest = threads;
}

void execution_run(struct start *from)
{
	uint64_t complete = search_count(rt.search)->executions;

	fiber_save(&rt.driver_sp, launch, from);
	/* Here after execution_leave, with the driver's thread pointer. */
	if (rt.abandoned && rt.channel->config.keep) {
		orders_forget_execution();
		return;
	}
	rt.outcome.cost_ns = cost_of_execution();
	rt.outcome.failure = rt.channel->failure;
	if (rt.channel->config.keep_files[0])
		files_leave(rt.channel->config.keep_files);
	outside_ended();
	/* Who is killed here has half told what the execution came to. */
	rt.channel->changing = 1;
	search_end(rt.search, &rt.outcome);
	if (search_count(rt.search)->executions > complete)
		note_size(rt.outcome.steps, rt.outcome.threads);
	shorter_end();
	if (reduction_watches())
		reduction_end();
	if (reruns_wanted() && rt.channel->audit.task == AUDIT_SEARCH &&
		search_count(rt.search)->executions > complete)
		reruns_end();
	if (rt.outcome.kind == OUTCOME_ENDED &&
		rt.channel->config.task != TASK_SHRINK)
		outcomes_note();
	if (rt.outcome.kind == OUTCOME_PRUNED)
		caveat(CAVEAT_assumption, "scarp_assume");
	rt.channel->in_execution = 0;
	rt.channel->changing = 0;
}

void execution_lost(void)
{
	struct outcome lost = {.kind = OUTCOME_FAILED,
		.steps = rt.channel->schedule_length,
		.failure = rt.channel->failure,
		.cost_ns = cost_of_execution()};

	rt.channel->changing = 1;
	footprint_lost();
	search_end(rt.search, &lost);
	note_size(lost.steps, 0);
	shorter_end();
	if (reruns_wanted())
		reruns_lost();
	rt.channel->in_execution = 0;
	rt.channel->changing = 0;
}
