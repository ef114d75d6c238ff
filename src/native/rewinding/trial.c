/* SPDX-License-Identifier: MIT */
#include "native/rewinding/trial.h"
#include "native/offers.h"
#include "native/threads/waited.h"

enum {
	MADE_LEAST = 64 /* operations */
};

static struct {
	tid thread;
	uint32_t left; /* operations that it may still make, but for those
			  that only give way */
	uint32_t made; /* that it has made, the one at which it stood included
			*/
	uint32_t touched; /* of these, those that touch something */
	char *most;	  /* of the log, before */
	size_t prefix;	  /* what was to be followed */
	uint32_t heads;
	uint32_t made_most;
	const struct trial_watch *watch; /* NULL: nobody does */
} trial;

/* What the runtime finds out and notes where the command, or a later execution,
 * will read it.  (Races are not even looked at.) */
static void keep_findings(void)
{
	struct channel *c = rt.channel;

	undo_save(c->caveats, sizeof c->caveats);
	undo_save(&c->skipped, sizeof c->skipped);
	undo_save(&c->exits, sizeof c->exits);
	undo_save(&c->coarse, sizeof c->coarse);
	undo_save(&c->threads_most, sizeof c->threads_most);
	undo_save(&c->crossings, sizeof c->crossings);
	undo_save(c->crossing, c->crossings * sizeof c->crossing[0]);
	undo_save(&c->again, sizeof c->again);
	undo_save(&c->points, sizeof c->points);
	undo_save(&rt.points_grew, sizeof rt.points_grew);
	undo_save(&rt.crossed, sizeof rt.crossed);
}

/* Everything is back. */
static int over(int why)
{
	rt.trial = 0;
	rt.prefix_length = trial.prefix;
	mark_drop();
	undo.most = trial.most;
	offers_refresh();
	if (unlikely(rt.limited))
		waited_resume();
	return why;
}

static uint32_t most_made(uint32_t operations)
{
	return operations > MADE_LEAST / 2 ? 2 * operations : MADE_LEAST;
}

int trial_begin(tid t, uint32_t operations)
{
	char *most = undo.most;
	int why = mark_take();

	if (why == MARK_NO_ROOM)
		return why;
	if (why)
		return over(why);
	trial.thread = t;
	trial.left = operations;
	trial.made = trial.touched = 0;
	trial.made_most = most_made(operations);
	trial.watch = 0;
	trial.heads = thread_of(t)->spin.heads;
	trial.most = most;
	trial.prefix = rt.prefix_length;
	rt.prefix_length = 0;
	keep_findings();
	rt.trial = (uint8_t)rt.marks;
	rt.others_choose = 1;
	rt.telling = 1;
	rt.tracing = 0;
	return 0;
}

/* Is it where it began?  A turn that has an effect, before one that has none,
 * is a way on. */
static bool turned(const struct pending *p)
{
	return trial.made <= 1 ||
	       (p->kind == OP_turn &&
		       thread_of(trial.thread)->spin.heads == trial.heads);
}

void trial_waits(void)
{
	const struct pending *p = &rt.pending[trial.thread];

	trial_over(!p->live    ? TRIAL_ENDED
		   : turned(p) ? TRIAL_TURNED
			       : TRIAL_WAITS);
}

void trial_watch(const struct trial_watch *watch)
{
	trial.watch = watch;
	if (watch->told)
		rt.tracing = rt.channel->config.trace != 0;
}

bool trial_told(void)
{
	return trial.watch && trial.watch->told;
}

void trial_more(uint32_t operations)
{
	trial.left = operations;
	trial.made_most = trial.made + most_made(operations);
}

void trial_stays(void)
{
	rt.trial = 0;
}

struct choice trial_choose(void)
{
	const struct pending *p = &rt.pending[trial.thread];

	if (!p->live || !p->offers)
		trial_waits();
	return (struct choice){.thread = trial.thread,
		.alternative = p->offer ? p->offer[0] : 0};
}

static bool touches_nothing(enum op kind)
{
	return kind == OP_yield || kind == OP_spin_hint || kind == OP_sleep ||
	       kind == OP_turn || kind == OP_await;
}

uint32_t trial_touched(void)
{
	return trial.touched;
}

void trial_operation(enum op kind)
{
	if (kind == OP_outside ||
		(rt.mode == MODE_FORK && op_info[kind].class == CLASS_io))
		trial_over(TRIAL_GIVEN_UP);
	if (trial.made == trial.made_most ||
		(!trial.left && !touches_nothing(kind)))
		trial_over(TRIAL_LONG);
	trial.left -= !touches_nothing(kind);
	trial.touched += !touches_nothing(kind);
	trial.made++;
}

void trial_over(enum trial_end why)
{
	const struct trial_watch *watch = trial.watch;

	trial.watch = 0; /* it may fail itself */
	if (watch)
		watch->ends(trial.thread, why);
	while (rt.marks > rt.trial) /* taken since */
		mark_drop();
	mark_back(why);
}
