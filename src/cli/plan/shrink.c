/* SPDX-License-Identifier: MIT */
#include "cli/plan/shrink.h"

#include <stdio.h>

#include "cli/plan/confirm.h"

enum {
	EXECUTIONS_MOST = 20000
};

void shrink_undo(struct found *found)
{
	found->schedule = found->as_found;
	found->steps = found->steps_found;
	found->as_found = NULL;
}

void shrink_prepare(
	struct channel *c, const struct found *found, const char *strategy)
{
	confirm_prepare(c, found);
	c->config.task = TASK_SHRINK;
	c->config.trace = 0;
	c->config.stop_after = 0;
	c->config.search.executions_max = EXECUTIONS_MOST;
	snprintf(c->config.search.strategy, sizeof c->config.search.strategy,
		"%s", strategy);
}

/* Nothing that the channel says is believed before it was looked at. */
const struct choice *shrink_made(const struct channel *c)
{
	uint64_t bytes = (uint64_t)c->shorter * sizeof(struct choice);
	const struct choice *choice =
		(const void *)(c->blob + c->shorter_offset);

	if (!c->shorter || c->shorter > STEPS_MAX ||
		c->shorter_offset % sizeof(uint32_t) ||
		c->shorter_offset > sizeof c->blob ||
		bytes > sizeof c->blob - c->shorter_offset)
		return NULL;
	for (uint32_t i = 0; i < c->shorter; i++)
		if (choice[i].thread >= THREADS_MAX)
			return NULL;
	return choice;
}

void shrink_once(struct processes *all, uint64_t milliseconds,
	uint64_t deadline_ns, uint64_t executions, struct found *found)
{
	struct err err = {OK, ""};
	struct process *p = processes_add(all, &err);
	struct crew crew = {.target = &all->target,
		.process = p,
		.size = 1,
		.hang_after_ms = all->hang_after_ms,
		.cpu_ms = milliseconds,
		.deadline_ns = deadline_ns};
	const struct choice *choice;
	int code;

	if (!p)
		return;
	shrink_prepare(p->channel, found, "shrink");
	p->channel->config.search.executions_max = executions;
	code = crew_drive(&crew, &err);
	found->shrunk_ms = crew.used_ns / 1000000u;
	if (code)
		snprintf(found->why_as_found, sizeof found->why_as_found, "%s",
			err.text);
	if (code && crew.fault)
		return;
	choice = shrink_made(p->channel);
	if (!choice)
		return;
	if (!found->as_found) {
		found->as_found = found->schedule;
		found->steps_found = found->steps;
		found->found_is = p->channel->as_given;
	}
	found->schedule = choice;
	found->steps = p->channel->shorter;
	found->is = p->channel->simplest;
}

void shrink(struct processes *all, const struct options *o, struct result *r)
{
	for (unsigned i = 0; i < r->bugs && o->shrink; i++)
		if (!r->found[i].replay && r->found[i].steps &&
			r->found[i].bug->kind != BUG_data_race)
			shrink_once(all, o->shrink - o->shrink / 4, 0,
				EXECUTIONS_MOST, &r->found[i]);
}
