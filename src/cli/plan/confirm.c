/* SPDX-License-Identifier: MIT */
/* confirm.c - a bug counts when its schedule fails again in a fresh process
 *
 * The replay also records the trace that the report is made of.
 */
#include <stdio.h>
#include <string.h>

#include "cli/plan/confirm.h"
#include "cli/plan/shrink.h"

enum {
	KILLS_MAX = 3, /* of replays of one bug */
	TRIES = 5      /* replays of one that does not come again */
};

void confirm_prepare(struct channel *to, const struct found *found)
{
	const struct channel *from = found->in;
	struct channel_config *config = &to->config;
	int stdin_fd = config->stdin_fd;

	*config = from->config;
	config->stdin_fd = stdin_fd;
	config->task = TASK_REPLAY;
	config->resume = 0;
	config->trace = 1;
	config->audit = 0;
	config->keep = config->shared = config->limited = config->waits = 0;
	config->fingerprint = config->reruns = 0;
	config->holds = 0;
	config->stop_after = 1;
	snprintf(config->search.strategy, sizeof config->search.strategy,
		"replay");
	config->search.executions_max = 0;
	config->search.first = 0;
	config->search.stride = 1;
	config->points = found->bug->points;
	config->exits = found->bug->exits;
	config->heap = found->bug->heap;
	config->loop_turns = found->bug->loop_turns;
	config->races_kept = 0;
	if (found->bug->kind == BUG_data_race)
		config->race_pc = found->bug->pc;
	memcpy(to->point, from->point, config->points * sizeof from->point[0]);
	to->modules = from->modules;
	memcpy(to->module, from->module,
		from->modules * sizeof from->module[0]);
	config->schedule_length = found->steps;
	memcpy(to->schedule, found->schedule,
		config->schedule_length * sizeof found->schedule[0]);
	config->thread_names = from->thread_names;
	memcpy(to->thread_name, from->thread_name,
		from->thread_names * sizeof from->thread_name[0]);
}

static void judge(struct found *found, const struct channel *c)
{
	const struct channel_bug *again = &c->bug[0];

	found->replay = c;
	if (c->bugs == 0) {
		snprintf(found->why_not, sizeof found->why_not,
			"the replay of its schedule ended without a failure");
		return;
	}
	found->confirmed = result_same_bug(found->bug, again);
	if (!found->confirmed)
		snprintf(found->why_not, sizeof found->why_not,
			"the replay of its schedule failed in another way: "
			"%s%s%s",
			bug_info[again->kind].text,
			again->message[0] ? ": " : "", again->message);
}

int confirm_run(struct processes *all, struct course *course, struct process *p,
	struct found *found, struct err *err)
{
	struct crew crew = {.target = &all->target,
		.process = p,
		.size = 1,
		.hang_after_ms = all->hang_after_ms,
		.stop_after = 1};
	int code = course_drive(course, &crew, err);

	if (crew.fault)
		return code;
	if (code) {
		snprintf(found->why_not, sizeof found->why_not,
			"its schedule could not be replayed: %.*s",
			(int)err_length(err->text), err->text);
		return OK;
	}
	if (crew.interrupted)
		snprintf(found->why_not, sizeof found->why_not,
			"its replay was interrupted");
	else
		judge(found, p->channel);
	return OK;
}

static int confirm_one(struct processes *all, struct course *course,
	struct found *found, struct err *err)
{
	struct process *p = processes_add(all, err);

	if (!p)
		return err->code;
	confirm_prepare(p->channel, found);
	found->why_not[0] = '\0';
	return confirm_run(all, course, p, found, err);
}

/* By somebody who goes through the processes, or for want of memory: that says
 * nothing of the bug. */
static bool was_killed(const struct found *found, const struct err *err)
{
	return !found->replay && err->code == ERR_KILLED;
}

/* It did not come again: the test is not the same each time.  More replays may
 * show where it fails, and on which way; it is no more certain for that. */
static int try_more(struct processes *all, struct course *course,
	struct found *found, struct err *err)
{
	struct found first = *found;
	int code;

	for (int i = 2; i <= TRIES && !crew_was_interrupted(); i++) {
		found->replay = NULL;
		code = confirm_one(all, course, found, err);
		if (code)
			return code;
		if (!found->confirmed)
			continue;
		found->confirmed = false;
		found->sometimes = true;
		snprintf(found->why_not, sizeof found->why_not,
			"%.500s; replay %d of it failed so", first.why_not, i);
		return OK;
	}
	*found = first;
	return OK;
}

int confirm(struct processes *all, struct course *course, struct result *r,
	struct err *err)
{
	for (unsigned i = 0; i < r->bugs; i++) {
		struct found *found = &r->found[i];
		int code;

		if (found->replay)
			continue; /* it was confirmed before */
		err->code = OK;
		code = confirm_one(all, course, found, err);
		for (int again = 0;
			!code && was_killed(found, err) && again < KILLS_MAX;
			again++)
			code = confirm_one(all, course, found, err);
		/* One ctrl-C may come as two signals, to the process and to its
		 * group: a bug is not lost for the second one. */
		if (!code && !found->replay && crew_was_interrupted()) {
			crew_forget_signal();
			code = confirm_one(all, course, found, err);
		}
		if (!code && found->as_found && !found->confirmed &&
			!crew_was_interrupted()) {
			shrink_undo(found);
			code = confirm_one(all, course, found, err);
		}
		if (!code && found->replay && !found->confirmed)
			code = try_more(all, course, found, err);
		if (code)
			return code;
	}
	return OK;
}
