/* SPDX-License-Identifier: MIT */
/* crew.c - the loop around running test processes
 *
 * The command believes a channel only once its process is dead and
 * channel_check() has agreed; while it lives, counters are read for the status
 * line and the hang detector, which survive any number.
 */
#include "cli/processes/crew.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/processes/death.h"
#include "cli/processes/pause.h"
#include "report/result.h"
#include "report/suppress.h"

enum {
	TICK_MS = 100,
	SHARE_TICK_MS = 5,
	GRACE_MS = 2000, /* to put a search into its channel; else */
	GRACE_SHORT_MS = 300,
	PATIENCE = 5 /* with a limit of CPU time */
};

static volatile sig_atomic_t signalled;

static void note_signal(int number)
{
	signalled = number;
}

void crew_catch_signals(void)
{
	struct sigaction action = {.sa_handler = note_signal};

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

bool crew_was_interrupted(void)
{
	return signalled != 0;
}

void crew_forget_signal(void)
{
	signalled = 0;
}

uint64_t clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec -
	       pause_ns();
}

static void note_used(struct crew *crew)
{
	uint64_t used =
		crew->process[0].pid ? process_used_ns(crew->process) : 0;

	if (used > crew->used_ns)
		crew->used_ns = used;
}

static unsigned running(const struct crew *crew)
{
	unsigned n = 0;

	for (unsigned i = 0; i < crew->size; i++)
		n += crew->process[i].pid != 0;
	return n;
}

static void wait_for_news(const struct crew *crew)
{
	struct pollfd fds[256];
	unsigned n = 0;
	int tick = TICK_MS;

	for (unsigned i = 0; i < crew->size && n < 256; i++)
		if (crew->process[i].pid && crew->process[i].pidfd >= 0)
			fds[n++] = (struct pollfd){
				crew->process[i].pidfd, POLLIN, 0};
	if (crew->cpu_ms && !crew->out_of_time) {
		uint64_t used = crew->used_ns / 1000000u;
		uint64_t left = used < crew->cpu_ms ? crew->cpu_ms - used : 1;

		if (left < TICK_MS)
			tick = (int)left;
	}
	if (crew->deadline_ns && !crew->out_of_time) {
		uint64_t now = clock_ns();
		uint64_t left =
			now < crew->deadline_ns
				? (crew->deadline_ns - now) / 1000000 + 1
				: 1;

		if (left < TICK_MS)
			tick = (int)left;
	}
	if (crew->gather.asking || share_waits(crew))
		tick = 1;
	else if ((crew->share.jobs || crew->tick) && tick > SHARE_TICK_MS)
		tick = SHARE_TICK_MS;
	poll(fds, n, tick);
}

enum pulse {
	PULSE_GOOD,
	PULSE_BUSY,
	PULSE_ENDLESS,
	PULSE_ASLEEP
};

/* Is there anybody to wake one that waits?  A test may have written where the
 * runtime looks for whether it is to wait. */
static bool may_wait(const struct crew *crew)
{
	return crew->tick || crew->share.jobs || crew->gather.asking;
}

/* Is it stuck in a loop, or (three times as long) in a system call?  Not while
 * it is inside the search, which takes its time where threads are many. */
static enum pulse pulse(const struct crew *crew, struct process *p)
{
	const struct channel *c = p->channel;
	uint64_t mark = c->executions_begun * 1000003 + c->count.steps * 31 +
			c->schedule_length + c->state + 1 + c->ranged * 17 +
			(c->audit.executions + c->audit.pairs) * 7919;
	uint64_t cpu = process_cpu_ns(p), now = clock_ns();
	uint64_t limit = crew->hang_after_ms * 1000000;
	/* We were stopped ourselves (ctrl-Z): that time does not count. */
	bool gap = p->seen_ns && now - p->seen_ns > 2000000000u;

	p->seen_ns = now;
	/* In fork mode the time of a child goes when it ends: not backwards. */
	if (mark != p->mark || (c->state == RUN_WAITING && may_wait(crew)) ||
		c->changing || cpu < p->mark_ns || gap) {
		p->mark = mark;
		p->mark_ns = cpu;
		p->mark_wall_ns = now;
		return PULSE_GOOD;
	}
	if (cpu - p->mark_ns >= limit)
		return PULSE_BUSY;
	if (c->state == RUN_EXECUTION &&
		cpu - p->mark_ns >= crew->fruitless.long_ns &&
		fruitless_may_hang(crew))
		return PULSE_ENDLESS;
	if (now - p->mark_wall_ns >= 3 * limit &&
		cpu - p->mark_ns < limit / 10 && !process_runs(p))
		return PULSE_ASLEEP;
	return PULSE_GOOD;
}

_Static_assert(BUGS_MAX <= 64, "process.quiet has a bit for each");

/* The runtime has written it, and it is suppressed. */
static bool is_quiet(const struct crew *crew, struct process *p, uint32_t bug)
{
	struct suppressions *s = crew->suppressions;

	if (!s || !s->of_failures)
		return false;
	if (p->judged <= bug && channel_check(p->channel, NULL))
		return false;
	for (; p->judged <= bug; p->judged++)
		if (suppressions_fit(
			    s, p->channel, &p->channel->bug[p->judged]))
			p->quiet |= 1ull << p->judged;
	return p->quiet >> bug & 1;
}

uint32_t crew_stop_after(const struct crew *crew)
{
	return crew->suppressions && crew->suppressions->of_failures
		       ? 0
		       : (uint32_t)crew->stop_after;
}

static void request_stop(struct crew *crew)
{
	for (unsigned i = 0; i < crew->size; i++)
		crew->process[i].channel->stop_request = 1;
}

/* Several samplers: what one of them found ends the others once they have
 * passed the number of that execution, so that the result does not depend on
 * who is faster. */
static void stop_late_ones(struct crew *crew)
{
	uint64_t lowest = UINT64_MAX;

	if (crew->size == 1 || !crew->stop_after || crew->share.jobs ||
		crew->tick)
		return;
	for (unsigned i = 0; i < crew->size; i++) {
		const struct channel *c = crew->process[i].channel;
		uint32_t bugs = c->bugs <= BUGS_MAX ? c->bugs : 0;

		for (uint32_t b = 0; b < bugs; b++) {
			uint64_t n = crew_number(crew, i, c->bug[b].execution);

			if (is_quiet(crew, &crew->process[i], b))
				continue;
			if (n < lowest)
				lowest = n;
		}
	}
	if (lowest == UINT64_MAX || crew->stop_after > 1)
		return;
	for (unsigned i = 0; i < crew->size; i++) {
		struct channel *c = crew->process[i].channel;
		uint64_t begun = c->executions_begun;

		if (begun && crew_number(crew, i, begun) > lowest)
			c->stop_request = 1;
	}
}

static bool known(const struct crew *crew, unsigned w, uint32_t bug)
{
	for (unsigned i = 0; i < w; i++) {
		const struct channel *c = crew->process[i].channel;

		for (uint32_t b = 0; b < c->bugs && b < BUGS_MAX; b++)
			if (result_same_bug(&c->bug[b],
				    &crew->process[w].channel->bug[bug]))
				return true;
	}
	return false;
}

uint64_t crew_distinct_bugs(const struct crew *crew)
{
	uint64_t distinct = 0;

	for (unsigned w = 0; w < crew->size; w++) {
		uint32_t bugs = crew->process[w].channel->bugs;

		for (uint32_t b = 0; b < bugs && b < BUGS_MAX; b++)
			distinct += !is_quiet(crew, &crew->process[w], b) &&
				    !known(crew, w, b);
	}
	return distinct;
}

/* Another process has found the same, and it was told. */
static bool was_told(const struct crew *crew, const struct channel_bug *bug)
{
	for (unsigned i = 0; i < crew->size; i++)
		for (uint32_t b = 0; b < crew->process[i].told; b++)
			if (result_same_bug(
				    &crew->process[i].channel->bug[b], bug))
				return true;
	return false;
}

static void tell_found(struct crew *crew)
{
	for (unsigned w = 0; w < crew->size && crew->found; w++) {
		struct process *p = &crew->process[w];
		uint32_t bugs = p->channel->bugs;

		for (; p->told < bugs && p->told < BUGS_MAX; p->told++)
			if (!is_quiet(crew, p, p->told) &&
				(!crew->tick ||
					!was_told(crew,
						&p->channel->bug[p->told])))
				crew->found(crew->arg, crew, w, p->told);
	}
}

/* Where the processes cannot tell by themselves. */
static bool found_enough(const struct crew *crew)
{
	return crew->stop_after && !crew_stop_after(crew) && !crew->tick &&
	       crew_distinct_bugs(crew) >= crew->stop_after;
}

/* Its process is dead: is that all, or does a fresh one go on? */
static int judge_end(
	struct crew *crew, struct process *p, bool killed, struct err *err)
{
	enum death death;

	if (channel_check(p->channel, err)) {
		crew->fault = true;
		return err->code;
	}
	death = death_judge(p, killed, err);
	if (death == DEATH_FAULT)
		crew->fault = true;
	if (death == DEATH_LEAKED) {
		crew->leaked = true;
		memcpy(crew->leak, p->channel->error, sizeof crew->leak);
		crew->leak_caveat = p->channel->leak ? p->channel->leak
						     : CAVEAT_rewind_leak;
		request_stop(crew); /* the others have the same fault */
	}
	if (death == DEATH_ERROR && err->code == ERR_KILLED &&
		share_outlives(crew, p)) {
		/* Or it had not even begun. */
		if (p->channel->state != RUN_NOT_STARTED)
			p->channel->config.resume = RESUME_AGAIN;
		return process_start(p, crew->target, err);
	}
	if (death == DEATH_ERROR && err->code == ERR_KILLED && crew->killed &&
		crew->killed(crew->arg, crew, p, err))
		return OK;
	if (death == DEATH_ERROR || death == DEATH_FAULT)
		return err->code;
	if (death != DEATH_OF_EXECUTION || crew->out_of_time ||
		crew->interrupted || crew->in_vain ||
		p->channel->config.task == TASK_REPLAY)
		return OK;
	if (p->channel->bugs >= BUGS_MAX ||
		(crew_stop_after(crew) &&
			p->channel->bugs >= crew->stop_after &&
			!p->channel->config.finish_bound))
		return OK;
	p->channel->config.resume = RESUME_HERE;
	return process_start(p, crew->target, err);
}

static int tend(
	struct crew *crew, struct process *p, bool overdue, struct err *err)
{
	enum pulse how;

	if (!p->pid)
		return OK;
	if (process_ended(p))
		return judge_end(crew, p, false, err);
	if (overdue) {
		/* Else nobody would know where its one execution was. */
		if (crew->fruitless.from_ns && fruitless_so_far(crew))
			death_in_middle(p, CUT_time, 0);
		process_kill(p);
		return judge_end(crew, p, true, err);
	}
	how = pulse(crew, p);
	if (how == PULSE_GOOD)
		return OK;
	if (how == PULSE_ENDLESS) {
		death_in_middle(
			p, CUT_endless, crew->fruitless.long_ns / 1000000);
		crew->in_vain = true;
		return judge_end(crew, p, false, err);
	}
	death_of_hang(p, crew->hang_after_ms * (how == PULSE_ASLEEP ? 3 : 1),
		how == PULSE_ASLEEP);
	return judge_end(crew, p, false, err);
}

/* A process of no other purpose looks after what the killed one had. */
static void rescue(struct crew *crew, struct process *p)
{
	struct channel_config *config = &p->channel->config;
	uint64_t until = clock_ns() + GRACE_MS * 1000000ull;
	uint32_t task = config->task;
	struct err err;

	config->task = TASK_SAVE;
	config->resume = RESUME_HERE;
	if (process_start(p, crew->target, &err) == OK) {
		while (!process_ended(p) && clock_ns() < until)
			poll(&(struct pollfd){p->pidfd, POLLIN, 0}, 1, 100);
		process_kill(p);
	}
	config->task = task;
}

void crew_rescue(struct crew *crew)
{
	for (unsigned i = 0; i < crew->size; i++) {
		struct process *p = &crew->process[i];
		uint32_t state = p->channel->state;

		if (state == RUN_EXECUTION || state == RUN_BETWEEN ||
			state == RUN_WAITING)
			rescue(crew, p);
	}
}

/* How long those may take that were asked to stop. */
static uint64_t grace_ns(const struct crew *crew)
{
	return (crew->keep ? GRACE_MS : GRACE_SHORT_MS) * 1000000ull;
}

/* There is something to do that no process does yet. */
static bool is_left(const struct crew *crew)
{
	return crew->tick ? !crew->done : share_is_left(crew);
}

int crew_drive(struct crew *crew, struct err *err)
{
	uint64_t stop_ns = 0; /* when they were asked to stop */
	int code = OK;

	if (crew->cpu_ms && !crew->deadline_ns)
		crew->deadline_ns =
			clock_ns() + crew->cpu_ms * PATIENCE * 1000000u;
	pause_catch();
	if (crew->share.jobs)
		code = share_begin(crew, err);
	else if (crew->tick)
		code = crew->tick(crew->arg, crew, false, err);
	for (unsigned i = 0;
		i < crew->size && !crew->share.jobs && !crew->tick && !code;
		i++)
		code = process_start(&crew->process[i], crew->target, err);
	while (!code && (running(crew) || (!stop_ns && is_left(crew)))) {
		bool overdue;

		wait_for_news(crew);
		pause_if_asked(crew);
		if (crew->show)
			crew->show(crew->arg, crew);
		stop_late_ones(crew);
		crew->interrupted |= signalled != 0;
		if (crew->cpu_ms)
			note_used(crew);
		crew->out_of_time |=
			!crew->interrupted &&
			((crew->deadline_ns &&
				 clock_ns() >= crew->deadline_ns) ||
				(crew->cpu_ms && crew->used_ns / 1000000u >=
							 crew->cpu_ms));
		crew->in_vain |= !stop_ns && fruitless(crew);
		if (!stop_ns && (crew->interrupted || crew->out_of_time ||
					crew->in_vain)) {
			stop_ns = clock_ns();
			request_stop(crew);
		}
		if (!stop_ns &&
			(share_found_enough(crew) || found_enough(crew))) {
			stop_ns = clock_ns();
			request_stop(crew);
		}
		if (stop_ns && !code)
			code = share_settle(crew, err);
		gather_tick(crew, stop_ns != 0);
		if (!stop_ns && !crew->gather.asking && !code)
			code = share_tick(crew, err);
		if (crew->tick && !code)
			code = crew->tick(crew->arg, crew, stop_ns != 0, err);
		overdue = stop_ns && clock_ns() - stop_ns >= grace_ns(crew);
		tell_found(crew);
		for (unsigned i = 0; i < crew->size && !code; i++)
			code = tend(crew, &crew->process[i], overdue, err);
	}
	tell_found(crew); /* those whose death was the bug */
	for (unsigned i = 0; i < crew->size; i++)
		process_kill(&crew->process[i]);
	pause_forget();
	return code;
}
