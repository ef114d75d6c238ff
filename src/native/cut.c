/* SPDX-License-Identifier: MIT */
#include "native/cut.h"
#include "native/coarse.h"
#include "native/fail.h"
#include "native/internal.h"
#include "native/threads/thread.h"
#include "native/trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
	LATEST = 1024 /* decisions: more than a turn has, mostly */
};

/* Who made most of the latest decisions: it goes round its loop, and others do
 * what they can. */
static const struct thread *busiest(void)
{
	static uint32_t made[THREADS_MAX];
	const struct channel *c = rt.channel;
	uint32_t end = c->schedule_length,
		 from = end > LATEST ? end - LATEST : 0;
	tid most = rt.self ? rt.self->id : 0;

	memset(made, 0, sizeof made);
	for (uint32_t i = from; i < end; i++) {
		tid t = c->schedule[i].thread;

		made[t]++;
		if (made[t] > made[most] && is_thread(&rt.pending[t]))
			most = t;
	}
	return thread_of(most);
}

static void walk(const struct thread *t, struct channel_stack *s)
{
	s->thread = t->id;
	s->frames = t == rt.self ? stack_walk(s->pc, 0, STACK_MAX, user_pc())
				 : fiber_walk(t, s->pc, STACK_MAX,
					   rt.pending[t->id].pc);
}

static void note(enum cut why, const char *detail)
{
	struct channel *c = rt.channel;
	struct channel_cut *cut = &c->cut[why];
	const struct thread *t;

	c->cuts = CUTS;
	if (cut->times++)
		return;
	t = busiest();
	bug_of_cut(&cut->first, detail);
	cut->first.thread = t->id;
	walk(t, &cut->first.stack);
	cut->first.pc =
		cut->first.stack.frames ? cut->first.stack.pc[0] : user_pc();
	channel_seal(c, &cut->first);
}

void execution_cut(enum cut why, const char *fmt, ...)
{
	char detail[160];
	va_list args;

	va_start(args, fmt);
	vsnprintf(detail, sizeof detail, fmt, args);
	va_end(args);
	if (!coarse_clocks_begin_again()) {
		caveat(cut_info[why].caveat, "%s", detail);
		if (!rt.trial)
			note(why, detail);
	}
	if (rt.tracing)
		trace_failed(user_pc());
	execution_leave(OUTCOME_STOPPED);
}

void execution_cut_short(void)
{
	if (!rt.trial)
		note(CUT_time, "");
}
