/* SPDX-License-Identifier: MIT */
#include "native/spin/counted.h"
#include "native/coarse.h"
#include "native/footprint.h"
#include "native/memory.h"
#include "native/posix/cancel.h"
#include "native/posix/signal.h"
#include "native/spin/effect.h"
#include "native/threads/thread.h"

/* What it read is still there?  What others change of that matters from here
 * on, so it has read all of it now. */
static bool would_repeat(const struct thread *t, const struct turn *turn)
{
	const struct entry *one = 0;
	bool same = true;

	for (const struct noted *n = t->spin.noted; n != turn->since;
		n = n->before) {
		const struct entry *e = &n->e;

		if (effect_leaves_out(t, turn, n))
			continue;
		if (one && one->address != e->address &&
			!(rt.channel->coarse & COARSE_COUNTS))
			coarse_now();
		one = e;
		if (!e->write || effect_is_first(turn, n))
			same &= memory_value(t, e->address, e->size) ==
				e->value;
		if (e->state)
			footprint_state((void *)e->address, false);
		else
			footprint_memory(e->address, e->size, false);
	}
	return same;
}

/* As if the turn had not been made: it is what the one before it was. */
static void take_back(struct thread *t, const struct turn *turn)
{
	struct noted *n = (struct noted *)turn->since;

	t->spin.noted = n;
	t->spin.wrote = n && !n->e.write ? n->before_write : n;
	t->spin.notes = turn->notes;
	t->spin.writes = turn->writes;
}

/* It matters if the same loop has had both, in whatever process. */
static void note_try(const struct turn *now, bool hasty, bool lasting)
{
	struct channel *c = rt.channel;
	uint64_t bit = 1ull << (now->pc * 0x9e3779b97f4a7c15u >> 32) % 63;

	if (hasty)
		c->tries_hasty |= bit;
	if (lasting)
		c->tries_lasting |= bit;
	if (c->tries_hasty & c->tries_lasting & ~TRIES_CLOCK)
		coarse_counts();
}

void counted_cut_short(void)
{
	if (rt.channel->tries_hasty & ~TRIES_CLOCK)
		coarse_counts();
}

void counted_again(struct thread *t, const struct turn *last, struct turn *now,
	bool nothing)
{
	bool was = t->spin.hasty == last, repeats;

	if (t->spin.hasty && !was)
		return; /* this loop is in one that is left */
	repeats = nothing && would_repeat(t, last);
	if (nothing && last->slept != t->spin.slept)
		coarse_clock(CLOCK_SLEPT);
	t->spin.hasty = repeats ? now : 0;
	if (repeats && was)
		take_back(t, last);
	note_try(now, repeats, !nothing || (!repeats && last->leaves));
	if (signal_caught() || cancel_was_asked())
		counted_cut_short();
}

void counted_left(uint64_t activation, uint8_t loop)
{
	struct thread *t = rt.self;
	struct turn *turn = t->spin.loops;

	while (turn && (!turn->counted || turn->word[0] != activation ||
			       turn->loop != loop))
		turn = turn->outer;
	if (!turn)
		return;
	thread_touch(t);
	t->spin.gave_up = turn;
	if (turn == t->spin.hasty)
		t->spin.hasty = 0;
}

bool counted_passes(struct thread *t, enum op kind)
{
	uint8_t order = op_info[kind].order;

	if (!t->spin.hasty)
		return false;
	if (order != ORDER_loads && order != ORDER_updates &&
		order != ORDER_tries && kind != OP_yield) {
		thread_touch(t);
		t->spin.hasty = 0;
	}
	return t->spin.hasty;
}
