/* SPDX-License-Identifier: MIT */
#include "native/spin/anew.h"
#include "native/outside/outside_slots.h"
#include "native/posix/signal.h"
#include "native/races/shadow.h"
#include "native/spin/effect.h"
#include "native/threads/thread.h"

#include <pthread.h>

bool anew_has(const struct turn *turn, const struct entry *e)
{
	const uint64_t *range = turn->word + turn->values;

	for (unsigned i = 0; i < turn->ranges; i++, range += 2)
		if ((range[1] & TURN_ANEW) && e->address >= range[0] &&
			e->address + e->size <=
				range[0] + (range[1] & ~TURN_ANEW))
			return true;
	return false;
}

/* It is the turn's own where the turn reads it, too, and so in the next one. */
static bool read_before(const struct turn *turn, const struct noted *w)
{
	for (const struct noted *n = w->before; n != turn->since; n = n->before)
		if (!n->e.write &&
			entry_overlaps(&n->e, w->e.address, w->e.size))
			return true;
	return false;
}

bool anew_is_nothing(const struct turn *turn, const struct noted *w)
{
	const struct entry *e = &w->e;

	return !turn->counted && anew_has(turn, e) &&
	       (in_heap(e->address) || outside_is_data(e->address)) &&
	       !read_before(turn, w) && !point_loop_has(turn->pc);
}

/* Is somebody else about to? */
static bool stands_at(tid self, const struct entry *e)
{
	for (tid i = 0; i < rt.world.threads; i++) {
		const struct pending *p = &rt.pending[i];

		if (i != self && p->live &&
			entry_overlaps(e, p->object, p->size ? p->size : 1))
			return true;
	}
	return false;
}

static bool was_seen(const struct thread *t, const struct entry *e)
{
	return e->seen ||
	       access_by_others(t->id, e->address, e->size, e->stamp) ||
	       stands_at(t->id, e);
}

/* Could the thread itself come to look there, before it sets the place again? A
 * handler could be called, which leaves the loop, or looks. */
static bool may_be_taken_away(const struct thread *t)
{
	return signal_caught() || t->cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS;
}

void anew_look_back(const struct thread *t)
{
	const struct turn *turn = t->spin.anew;
	const struct noted *n = t->spin.noted;
	bool seen = may_be_taken_away(t);

	for (; n && n != turn->since && !seen; n = n->before)
		seen = n->e.write && anew_has(turn, &n->e) &&
		       was_seen(t, &n->e);
	if (seen || n != turn->since) /* or its notes are gone */
		point_loop(turn->pc);
}

void anew_look_back_on_all(void)
{
	for (tid i = 0; i < rt.world.threads; i++)
		if (rt.pending[i].live && thread_of(i)->spin.anew)
			anew_look_back(thread_of(i));
}
