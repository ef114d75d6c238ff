/* SPDX-License-Identifier: MIT */
#include "native/audit.h"
#include "native/audit/points.h"
#include "native/audit/reduction.h"
#include "native/audit/solo.h"
#include "native/cost.h"
#include "native/debug.h"
#include "native/driver.h"
#include "native/execution.h"
#include "native/races/fenced.h"
#include "native/races/filter.h"
#include "native/fail.h"
#include "native/threads/fiber.h"
#include "native/footprint.h"
#include "native/threads/waited.h"
#include "native/kernel/file.h"
#include "native/kernel/process.h"
#include "native/linear/serial.h"
#include "native/linear/progress.h"
#include "native/linear/traces.h"
#include "native/messages.h"
#include "native/orders.h"
#include "native/output.h"
#include "native/outside/outside.h"
#include "native/phase.h"
#include "native/reruns.h"
#include "native/heap/reuse.h"
#include "native/rewinding/rewind.h"
#include "native/rounds.h"
#include "native/offers.h"
#include "native/sched.h"
#include "native/shorter.h"
#include "native/spin.h"
#include "native/spin/turn.h"
#include "native/races/shadow.h"
#include "native/threads/number.h"
#include "native/threads/thread.h"

#include "search/model.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Everything goes back; what did not is named, and nothing is believed. */
static void audit(void)
{
	char what[256];
	uint64_t where;

	rewind_all();
	if (!audit_clean(what, sizeof what, &where))
		leaked(audit_of_test(where) ? CAVEAT_unseen_stores
					    : CAVEAT_rewind_leak,
			where, "%s", what);
}

static bool audited(void)
{
	return rt.mode != MODE_FORK && rt.channel->config.task == TASK_CHECK;
}

/* What the search has come to. */
static void publish(void)
{
	struct channel *c = rt.channel;
	const struct search_bounds *bounds = search_bounds(rt.search);
	const struct search_cache *cache = search_cache(rt.search);

	orders_count();
	if (bounds)
		c->bounds = *bounds;
	if (cache)
		c->cache = *cache;
}

static void finish(enum run_state state) __attribute__((noreturn));
static void finish(enum run_state state)
{
	struct channel *c = rt.channel;

	if (audited())
		audit();

	publish();
	cost_publish();
	c->over = search_done(rt.search) && !rt.points_grew;
	c->exhausted = search_exhausted(rt.search) && !rt.points_grew &&
		       !c->incomplete;
	c->log_bytes = (uint64_t)(undo.most - undo.base);
	races_publish();
	if (c->config.keep)
		orders_save();
	c->state = state;
	_exit(0);
}

static void execute_here(struct start *from)
{
	if (audited())
		audit_points_begin(audit_due(rt.channel->executions_begun));
	execution_run(from);
}

static void execute_anywhere(struct start *from)
{
	if (rt.mode == MODE_FORK)
		execution_in_child(from);
	else
		execution_run(from);
}

/* The search has ended; its counters stand. */
static void finish_audited(enum run_state state) __attribute__((noreturn));
static void finish_audited(enum run_state state)
{
	struct channel *c = rt.channel;
	struct search *searched = rt.search;
	bool exhausted = search_exhausted(searched) && !rt.points_grew;

	if (c->config.audit && search_can_exhaust(searched)) {
		rewind_all(); /* a search that was cut left checkpoints */
		reduction_run(exhausted, execute_anywhere);
		rt.search = searched;
		if (c->stop_request)
			state = RUN_STOPPED;
	}
	finish(state);
}

static void ended(void)
{
	publish();
	cost_publish_sometimes();
	rt.channel->in_execution = 0;
	rt.channel->state = RUN_BETWEEN;
}

/* The command has told us what to do. */
static void follow(enum order order)
{
	switch (order) {
	case ORDER_LOAD:
		rewind_all();
		break;
	case ORDER_ROUND:
	case ORDER_EMPTY:
		round_begin_shared(order == ORDER_EMPTY);
		break;
	case ORDER_GROW:
		round_begin();
		break;
	case ORDER_END:
		finish(RUN_DONE);
	default:
		break;
	}
}

/* Nothing to do without the others; false: there is. */
static bool must_wait(void)
{
	bool shared = rt.channel->config.shared;

	if (__builtin_expect(
		    !shared || (!rt.points_grew && !rt.channel->idle), 1))
		return false;
	follow(orders_wait(rt.points_grew ? WAITS_GREW : WAITS_IDLE));
	return true;
}

static void part_over(void)
{
	struct channel *c = rt.channel;

	if (!c->config.shared)
		finish_audited(RUN_DONE);
	messages_send(); /* that it is done, too */
	c->unsent = messages_left();
	if (c->unsent || search_waits(rt.search)) {
		c->held = 1;
		follow(orders_wait(WAITS_PARTS));
		return;
	}
	c->incomplete |= !search_exhausted(rt.search);
	c->idle = 1;
}

/* A search that is kept has no limit of its own, which could not be raised by
 * those who go on with it. */
static bool at_limit(void)
{
	const struct channel *c = rt.channel;

	return c->config.limited &&
	       search_made(&c->count) >= c->config.search.executions_max;
}

static void explore(void)
{
	struct channel *c = rt.channel;

	for (;;) {
		struct start from;

		/* Before it stops: a part may be on its way to us. */
		if (__builtin_expect(c->order != ORDER_NONE, 0)) {
			cost_publish();
			follow(orders_obey());
			continue;
		}
		if (c->stop_request)
			finish(RUN_STOPPED);
		if (must_wait())
			continue;
		if (c->config.stop_after && c->bugs >= c->config.stop_after) {
			if (!c->config.finish_bound)
				finish_audited(RUN_DONE);
			search_finish_bound(rt.search);
		}
		if (c->audit.task != AUDIT_SEARCH) /* it was begun before */
			finish_audited(RUN_DONE);
		if (__builtin_expect(c->config.shared, 0))
			messages_exchange();
		c->changing = 1;
		from = search_begin(rt.search);
		c->changing = 0;
		if (from.done) {
			part_over();
			continue;
		}
		if (at_limit()) {
			if (!c->config.shared && !c->config.waits)
				finish(RUN_DONE);
			cost_publish();
			follow(orders_wait(WAITS_LIMIT));
			continue;
		}
		c->executions_begun++;
		c->races_now = c->races;
		reuse_begin(from.reuse);
		c->failure = 0;
		c->in_execution = 1;
		c->state = RUN_EXECUTION;
		if (rt.mode == MODE_FORK)
			execution_in_child(&from);
		else
			execute_here(&from);
		ended();
		if (audited() && audit_due(c->executions_begun))
			audit();
		round_heed_warnings();
		if (rt.points_grew && c->config.task == TASK_CHECK &&
			!c->config.shared)
			round_begin();
	}
}

static void begin_search(void)
{
	struct channel *c = rt.channel;
	struct search_config config = round_search();
	struct err err;

	if (c->config.resume == RESUME_HERE ||
		c->config.resume == RESUME_AGAIN) {
		rt.search = (struct search *)(void *)c->search;
		if (c->in_execution && c->audit.task == AUDIT_SEARCH)
			execution_lost();
		c->in_execution = 0;
		orders_count();
		return;
	}
	if (c->config.resume == RESUME_SAVED && c->saved) {
		orders_load();
		return;
	}
	if (config_goes_by_schedule(&c->config)) {
		struct choice *copy = (struct choice *)(void *)c->blob;
		size_t n = c->config.schedule_length;

		if (n > STEPS_MAX)
			n = STEPS_MAX;
		memcpy(copy, c->schedule, n * sizeof *copy);
		c->blob_used = n * sizeof *copy;
		config.replay = copy;
		config.replay_length = n;
		if (c->config.task == TASK_REPLAY)
			config.executions_max = 1;
		else
			shorter_begin(n);
		snprintf(config.reduce, sizeof config.reduce, "none");
		config.cache[0] = 0;
	}
	if (!c->rounds)
		c->rounds = 1;
	if (c->config.keep || c->config.shared || c->config.waits)
		config.executions_max = 0;
	if (search_new(&rt.search, c->search, config_search_bytes(&c->config),
		    &config, &err))
		run_error(err.code, 0, "%s", err.text);
	orders_add_search();
	c->idle = c->config.resume == RESUME_IDLE;
}

/* For tests: SCARP_FIRST_STAMP=N, so that stamps run out soon. */
static void first_stamp(void)
{
	const char *n = getenv("SCARP_FIRST_STAMP");

	if (n)
		rt.stamp = (uint32_t)strtoul(n, 0, 0);
}

/* For tests: SCARP_LOG_LIMIT=BYTES of the undo log, instead of LOG_LIMIT. */
static void log_limit(void)
{
	const char *n = getenv("SCARP_LOG_LIMIT");

	undo.limit = n ? strtoul(n, 0, 0) : LOG_LIMIT;
}

void driver_run(void)
{
	struct channel *c = rt.channel;
	bool grew;

	if (c->config.task == TASK_SAVE)
		orders_leave_saved();
	if (c->config.task == TASK_PLACE) {
		c->state = RUN_DONE;
		_exit(0);
	}
	rt.mode = (uint8_t)c->config.mode;
	rt.classes = c->config.points_classes;
	rt.study = c->config.profile != PROFILE_OWN;
	rt.others_choose = rt.study;
	sched_points(rt.classes);
	rt.racing = c->config.points_racing != POINTS_NOT_RACING;
	rt.everywhere = rt.stops = c->config.points_racing == POINTS_EVERYWHERE;
	filter_load();
	fenced_load();
	phase_load();
	rt.tracing = c->config.trace != 0;
	debug_init();
	rt.fenv = inventory_uses_fenv();
	rt.blind = c->config.binary != 0;
	rt.late = c->config.model != MODEL_sc;
	rt.hook_limit = 1ull
			<< (c->config.fuel_max_log2 ? c->config.fuel_max_log2
						    : 30);
	undo.on = rt.mode != MODE_FORK;
	log_limit();
	if (rt.mode == MODE_FORK)
		real_find_all(); /* not again in every child */
	else
		execution_share_no_more();
	if (c->config.resume == RESUME_AGAIN && c->in_execution) {
		orders_forget_execution();
		c->in_execution = 0;
	}
	/* One that died of a simpler schedule has added some since. */
	if (!c->rounds || config_goes_by_schedule(&c->config)) {
		c->points = c->config.points;
		c->exits = c->config.exits;
		c->coarse = round_coarse();
		c->thread_names = c->config.thread_names;
	}
	/* Found in the execution that ended the process before. */
	grew = c->rounds && points_left();
	if (grew && c->config.shared)
		points_load_now();
	else
		points_load();
	thread_names_load();
	operations_register();
	serial_init();
	numbers_init();
	process_init();
	cost_begin();
	c->changing = 1; /* until its state says that there is a search */
	begin_search();
	waited_init();
	footprint_init();
	histories_init();
	first_stamp();
	rewind_all();
	if (grew && !c->config.shared)
		round_begin();
	rt.points_grew = grew && c->config.shared;
	if (reduction_watches())
		reduction_init(); /* its memory is part of the template */
	if (reruns_wanted())
		reruns_init();
	solo_init();
	progress_init();
	if (audited())
		audit_init();
	c->state = RUN_STARTED;
	c->changing = 0;
	explore();
	__builtin_unreachable();
}
