/* SPDX-License-Identifier: MIT */
#include "native/linear/progress.h"
#include "native/fail.h"
#include "native/internal.h"
#include "native/linear/operation.h"
#include "native/rewinding/trial.h"
#include "native/spin.h"
#include "native/threads/thread.h"
#include "native/trace.h"

/* After rt.h, which has names of its own. */
#include "linear/history.h"

#include <stdio.h>
#include <string.h>

/* What a solo run came to. */
enum came {
	CAME_NOTHING, /* it left no operation open, or failed */
	CAME_RETURNED,
	CAME_WAITS,
	CAME_TURNS,
	CAME_LONG,
	CAME_UNTRIED
};

/* Of the solo run in progress, or the last one; nothing of it goes back. */
static struct {
	bool on;
	bool kept; /* it is made for good */
	enum came came;
	struct noted_op op;
	struct channel_stack stack; /* where it stood at the end */
	tid holder;		    /* who has what it waits for; TID_NONE */
	enum op waits;
	uint32_t length; /* of schedule[] */
} solo;

static struct choice schedule[STEPS_MAX];

/* Steps that were decided on when an operation had been called. */
static uint32_t called_at[NOTED_OPS];

void progress_init(void)
{
	const struct channel_config *config = &rt.channel->config;

	if (config->progress && config->task != TASK_SAVE)
		rt.others_choose = 1;
}

static inline uint32_t steps_max(void)
{
	return rt.channel->config.progress;
}

/* The outermost one that the thread is in; NULL: none. */
static const struct noted_op *open_one(const struct thread *t)
{
	for (uint32_t i = 0; i < noted.ops; i++) {
		const struct noted_op *op = &noted.op[i];

		if (op->back == RANK_NEVER && op->thread == t->id &&
			op->life == t->life)
			return op;
	}
	return 0;
}

/* --- the end of a solo run -------------------------------------------------
 */

static void note_place(tid t)
{
	const struct pending *p = &rt.pending[t];
	const struct object *o = object_find(p->object);

	solo.waits = p->spinning ? OP_none : (enum op)p->kind;
	solo.holder = o && o->kind == OBJECT_MUTEX ? o->owner : TID_NONE;
	solo.stack.thread = t;
	solo.stack.frames =
		rt.self && rt.self->id == t
			? stack_walk(solo.stack.pc, 0, STACK_MAX, p->pc)
			: fiber_walk(thread_of(t), solo.stack.pc, STACK_MAX,
				  p->pc);
}

static enum came came_to(tid t, enum trial_end why, const struct noted_op *op)
{
	switch (why) {
	case TRIAL_DONE:
		return CAME_RETURNED;
	case TRIAL_GIVEN_UP:
		return CAME_UNTRIED;
	case TRIAL_LONG:
		return op ? CAME_LONG : CAME_NOTHING;
	case TRIAL_WAITS:
	case TRIAL_TURNED:
		if (!op)
			return CAME_NOTHING;
		if (!rt.pending[t].spinning)
			return CAME_WAITS;
		/* Time passes for others than threads. */
		return spin_looked_at_clock(thread_of(t)) ? CAME_UNTRIED
							  : CAME_TURNS;
	default:
		return CAME_NOTHING;
	}
}

static const char *waits_for(void)
{
	static char text[80];

	if (solo.came == CAME_TURNS)
		return "it goes round a loop, and nothing is different behind "
		       "a turn";
	if (solo.holder != TID_NONE)
		snprintf(text, sizeof text, "it waits (%s) for what T%u holds",
			op_info[solo.waits].text, solo.holder);
	else
		snprintf(text, sizeof text, "it waits (%s)",
			op_info[solo.waits].text);
	return text;
}

static void refuted(void) __attribute__((noreturn));
static void refuted(void)
{
	bug_of_stack(BUG_not_obstruction_free, &solo.stack,
		"T%u's %s does not return, though its thread alone runs: %s",
		solo.op.thread, solo.op.name, waits_for());
}

/* All is still as the thread has left it. */
static void ends(tid t, enum trial_end why)
{
	const struct noted_op *op = open_one(thread_of(t));

	solo.on = false;
	solo.came = came_to(t, why, op);
	if (op)
		solo.op = *op;
	if (solo.came != CAME_WAITS && solo.came != CAME_TURNS)
		return;
	note_place(t);
	if (solo.kept) {
		trial_stays();
		refuted();
	}
	solo.length = rt.channel->schedule_length;
	memcpy(schedule, rt.channel->schedule,
		solo.length * sizeof schedule[0]);
}

/* --- a solo run --------------------------------------------------------------
 */

/* Its last step was the first one of the solo run that was made from where it
 * stood before. */
static bool was_tried(const struct view *view, tid t)
{
	const struct choice *last = &rt.channel->schedule[view->step - 1];

	return view->step && last->thread == t && !last->alternative &&
	       open_one(thread_of(t));
}

static bool worth_it(const struct view *view, tid t)
{
	const struct pending *p = &rt.pending[t];

	return is_thread(p) && !thread_of(t)->held_by && !was_tried(view, t) &&
	       (p->offers || open_one(thread_of(t)));
}

/* Of a thread that was tried: it is over, and all has gone back. */
static bool judge(const struct view *view, tid t)
{
	struct channel_progress *made = &rt.channel->progress;

	made->runs += solo.came != CAME_UNTRIED;
	switch (solo.came) {
	case CAME_RETURNED:
		made->returned++;
		break;
	case CAME_LONG:
		caveat(CAVEAT_progress_suspected, "T%u's %s, %u steps",
			solo.op.thread, solo.op.name, steps_max());
		break;
	case CAME_UNTRIED:
		caveat(CAVEAT_progress_untried, "step %u, T%u", view->step + 1,
			t);
		break;
	case CAME_WAITS:
	case CAME_TURNS:
		return true;
	case CAME_NOTHING:
		break;
	}
	return false;
}

/* True: it runs.  False: it has run. */
static bool try(tid t, bool kept)
{
	static const struct trial_watch watch = {.ends = ends},
					for_good = {.ends = ends, .told = true};
	int why;

	solo.on = true;
	solo.kept = kept;
	why = trial_begin(t, steps_max());
	if (why) {
		if (why == MARK_NO_ROOM)
			solo.came = CAME_UNTRIED;
		solo.on = false;
		return false;
	}
	trial_watch(kept ? &for_good : &watch);
	spin_begin_anew(thread_of(t));
	return true;
}

bool progress_begins(const struct view *view)
{
	const struct channel *c = rt.channel;

	if (!steps_max() || !rt.self || rt.world.live < 2 ||
		rt.world.confirming)
		return false;
	if (noted.too_many) {
		caveat(CAVEAT_progress_untried, "too many operations");
		return false;
	}
	for (tid t = 0; t < view->threads; t++) {
		if (!worth_it(view, t))
			continue;
		if (try(t, false))
			return true;
		if (!judge(view, t))
			continue;
		if (c->config.task == TASK_REPLAY && try(t, true))
			return true;
		bug_shows_longer(schedule, solo.length);
		refuted();
	}
	return false;
}

/* --- operations --------------------------------------------------------------
 */

void progress_called(uint32_t op)
{
	called_at[op] = rt.world.step;
	if (rt.trial && solo.on && open_one(rt.self) == &noted.op[op])
		trial_more(steps_max());
}

static uint32_t steps_of(uint32_t op)
{
	const struct choice *c = rt.channel->schedule;
	uint32_t n = 0;

	for (uint32_t i = called_at[op]; i < rt.world.step; i++)
		n += c[i].thread == rt.self->id;
	return n ? n - 1 : 0; /* the last one is its return */
}

static void note_most(uint32_t *most, uint32_t steps)
{
	if (steps > *most)
		*most = steps;
}

void progress_returned(uint32_t op)
{
	struct channel_progress *made = &rt.channel->progress;

	if (!steps_max() || (rt.trial && !solo.on))
		return;
	note_most(
		rt.trial ? &made->alone_most : &made->among_most, steps_of(op));
	if (rt.trial && !open_one(rt.self))
		trial_over(TRIAL_DONE);
}
