/* SPDX-License-Identifier: MIT */
/* cond_study.c - condition variables by the rules of --points=study
 *
 * A signal has a number and marks every thread that waits; the first of these
 * that goes on takes the lowest number it has, and from all others as well
 * .  So which thread a signal wakes is decided when it wakes.
 *
 * object: the set of waiting threads (set.h), c = numbers given, d = arena
 * index of what each signal's thread knew.  Numbers are bits of a word: when
 * they are used up, those that nobody has are taken out.  A thread that has at
 * least as many numbers as there are waiting threads cannot lose them all to
 * these, and who comes later does not have them: it needs no more.
 */
#include "native/posix/cond_study.h"
#include "native/posix/cancel.h"
#include "native/posix/mutex.h"
#include "native/posix/set.h"

/* Of a waiting thread's scratch words. */
enum {
	SIGNALS, /* the numbers that it has */
	BROADCAST,
	TIMED
};

enum {
	NUMBERS = 64
};

static void offer_wait(struct thread *t, struct pending *p)
{
	if (t->scratch[SIGNALS] || t->scratch[BROADCAST])
		offer_success(p, true);
	else if (!offer_cancel(t, p)) {
		offer_success(p, false);
		if (t->scratch[TIMED])
			offer_timed(p, false);
	}
}

static struct thread *waiting(const struct object *o, uint32_t i)
{
	return thread_of((tid)set_words(o)[i]);
}

static uint64_t in_use(const struct object *o)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < o->a; i++)
		all |= waiting(o, i)->scratch[SIGNALS];
	return all;
}

static uint64_t without_gaps(uint64_t numbers, uint64_t used)
{
	uint64_t out = 0;

	for (unsigned i = 0, to = 0; i < NUMBERS; i++)
		if (used >> i & 1)
			out |= (numbers >> i & 1) << to++;
	return out;
}

/* The numbers in use become the lowest ones. */
static void renumber(struct object *o)
{
	uint32_t *knew = rt.arena + o->d;
	uint64_t used = in_use(o);

	undo_save(knew, NUMBERS * sizeof *knew);
	o->c = 0;
	for (unsigned i = 0; i < NUMBERS; i++)
		if (used >> i & 1)
			knew[o->c++] = knew[i];
	for (uint32_t i = 0; i < o->a; i++) {
		struct thread *t = waiting(o, i);

		thread_touch(t);
		t->scratch[SIGNALS] = without_gaps(t->scratch[SIGNALS], used);
	}
	if (o->c == NUMBERS)
		run_error(ERR_UNSUPPORTED, 0,
			"more than %u signals are under way to one condition "
			"variable (--points=study)" SC(502),
			NUMBERS);
}

static bool has_enough(const struct object *o, const struct thread *t)
{
	return t->scratch[BROADCAST] ||
	       (uint32_t)__builtin_popcountll(t->scratch[SIGNALS]) >= o->a;
}

void study_signal(struct object *o)
{
	uint32_t i = 0;

	while (i < o->a && has_enough(o, waiting(o, i)))
		i++;
	if (i == o->a)
		return;
	object_touch(o);
	if (!o->d)
		arena_words(NUMBERS, &o->d);
	if (o->c == NUMBERS)
		renumber(o);
	undo_save(rt.arena + o->d + o->c, sizeof *rt.arena);
	rt.arena[o->d + o->c] = hb_note();
	for (i = 0; i < o->a; i++) {
		struct thread *t = waiting(o, i);

		if (t->scratch[BROADCAST])
			continue;
		thread_touch(t);
		t->scratch[SIGNALS] |= 1ull << o->c;
	}
	o->c++;
}

void study_broadcast(struct object *o)
{
	for (uint32_t i = 0; i < o->a; i++) {
		struct thread *t = waiting(o, i);

		if (t->scratch[BROADCAST])
			continue;
		thread_touch(t);
		t->scratch[BROADCAST] = 1;
		t->scratch[SIGNALS] = 0;
		hb_pass(t);
	}
}

bool study_all_marked(const struct object *o)
{
	if (o->kind != OBJECT_COND)
		return false;
	for (uint32_t i = 0; i < o->a; i++)
		if (!waiting(o, i)->scratch[SIGNALS] &&
			!waiting(o, i)->scratch[BROADCAST])
			return false;
	return true;
}

/* The running thread goes on; it may have been the last of an object that is
 * destroyed by now. */
static void take_signal(struct object *o)
{
	struct thread *self = rt.self;
	uint64_t lowest =
		self->scratch[SIGNALS] & (~self->scratch[SIGNALS] + 1);

	if (!o || o->kind != OBJECT_COND)
		return;
	set_remove(o, self->id);
	if (!lowest)
		return;
	hb_learn(rt.arena[o->d + (unsigned)__builtin_ctzll(lowest)]);
	for (uint32_t i = 0; i < o->a; i++) {
		struct thread *t = waiting(o, i);

		thread_touch(t);
		t->scratch[SIGNALS] &= ~lowest;
	}
}

uint32_t study_wait(void *c, void *m, bool timed, uint64_t pc)
{
	struct thread *self = rt.self;
	uint32_t how;

	sched_point(OP_mutex_unlock, (uint64_t)m, 0, pc);
	thread_touch(self);
	self->scratch[SIGNALS] = self->scratch[BROADCAST] = 0;
	self->scratch[TIMED] = timed;
	set_insert(cond_of(c, pc), self->id);
	mutex_give(mutex_of(m, pc));
	how = sched_point(
		timed ? OP_cond_timedwait : OP_cond_wait, (uint64_t)c, 0, pc);
	take_signal(object_find((uint64_t)c));
	return how;
}

void study_register(void)
{
	offer_of[OP_cond_wait] = offer_of[OP_cond_timedwait] = offer_wait;
}
