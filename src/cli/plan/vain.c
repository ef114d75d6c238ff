/* SPDX-License-Identifier: MIT */
#include "cli/plan/vain.h"

#include <stdio.h>
#include <string.h>

#include "cli/plan/check.h"
#include "cli/plan/confirm.h"
#include "report/fruitless.h"

enum {
	AGAIN_MS = 1000,	/* longer it is not looked at, */
	AGAIN_ENDLESS_MS = 200, /* or where no limit ends it */
	FUEL_LOG2 = 24,		/* accesses, in place of many more */
};

/* The row where it stood: a process that is killed has not written it. */
static void mark(struct channel *c, const struct channel_bug *b)
{
	struct trace_event *e = &c->event[c->events];

	if (c->events == TRACE_MAX || b->thread == TID_NONE)
		return;
	*e = (struct trace_event){.thread = b->thread,
		.kind = OP_none,
		.step = b->schedule_length,
		.other = TID_NONE,
		.flags = EVENT_FAILED,
		.stack = b->stack};
	e->place.stack_of = e->place.tls_of = TID_NONE;
	c->events++;
	c->cuts = CUTS;
}

/* A process stopped in the middle, or ended by a limit, has its events. */
static void make_again(struct check *check, enum cut which)
{
	struct result *r = &check->result;
	const struct channel *in = r->cut[which].in;
	const struct channel_bug *b = &in->cut[which].first;
	struct found found = {.in = in,
		.bug = b,
		.schedule =
			(const struct choice *)(in->blob + b->schedule_offset),
		.steps = b->schedule_length};
	struct crew crew = {.target = &check->processes.target,
		.size = 1,
		.hang_after_ms = check->processes.hang_after_ms,
		.deadline_ns =
			clock_ns() + (which == CUT_endless || which == CUT_time
						     ? AGAIN_ENDLESS_MS
						     : AGAIN_MS) *
					     1000000ull};
	struct err err = {OK, ""};
	struct process *p;

	p = processes_add(&check->processes, &err);
	if (!p)
		return;
	confirm_prepare(p->channel, &found);
	if (!p->channel->config.fuel_max_log2)
		p->channel->config.fuel_max_log2 = FUEL_LOG2;
	crew.process = p;
	if (course_drive(&check->course, &crew, &err) != OK ||
		channel_check(p->channel, &err) != OK)
		return;
	r->cut_again = p->channel;
	if (which == CUT_endless || which == CUT_time)
		mark(p->channel, b);
}

/* Is it likely that none would?  All were tried, within the limits; or chance
 * chose a fair number; or what was met was no matter of the schedule. */
static bool hopeless(const struct result *r, enum cut most)
{
	return r->tried_all || most == CUT_search || most == CUT_tables ||
	       most == CUT_endless ||
	       r->vainly >= fruitless_of(FRUITLESS_LEAST, r->widest);
}

static void nothing_was_cut(struct result *r)
{
	if (r->count.pruned)
		snprintf(r->error, sizeof r->error,
			"no execution came to its end, so that nothing was "
			"checked: is there an assumption (scarp_assume) that "
			"%s" SC(509),
			hopeless(r, CUTS)
				? "never holds?"
				: "hardly ever holds? More executions "
				  "(--max-executions) or more time (--budget) "
				  "may tell");
	else
		snprintf(r->error, sizeof r->error,
			"not one execution of the test came to its end in %.3g "
			"s, so that nothing is known of it: give it more time "
			"(--budget), or let it do less. Where it waits for "
			"what is no part of it scarp says so, after the time "
			"of --hang-after" SC(509),
			r->seconds);
}

void vain_settle(struct check *check)
{
	struct result *r = &check->result;
	enum cut most = fruitless_most(r);

	r->nothing = true;
	r->so_far = !hopeless(r, most);
	r->verdict = VERDICT_ERROR;
	if (most == CUTS) {
		nothing_was_cut(r);
		return;
	}
	if (!check->course.interrupted)
		make_again(check, most);
	fruitless_tell(r);
}
