/* SPDX-License-Identifier: MIT */
/* signal_come.c - signals come to a thread at its decision points
 *
 * What its operation was is put aside while the handler runs: others may end
 * the wait for a condition variable or at a barrier meanwhile, as glibc's
 * waiters stay where they are.
 *
 * Memory   a list of alternatives for each thread; what is put aside lies in
 *          the arena.
 */
#include "native/footprint.h"
#include "native/kernel/file.h"
#include "native/posix/interrupted.h"
#include "native/posix/signal.h"
#include "native/rewinding/trial.h"
#include "native/spin.h"
#include "native/trace.h"

#include <string.h>

enum {
	ALTERNATIVES = 64 /* with these two */
};

/* An operation before which a handler runs; 8-aligned, in the arena. */
struct aside {
	uint64_t scratch[4];
	uint64_t waits_on, deadline, operand;
	uint64_t sp; /* of the frame that waits for the handler */
	uint64_t object,
		pc; /* of what it came in the middle of; 0: of nothing */
	uint32_t outer, kind;
};

static uint32_t list[THREADS_MAX][ALTERNATIVES];

static struct aside *aside_at(uint32_t index)
{
	return (struct aside *)(void *)(rt.arena + index);
}

/* What waits for a thread that does not block it: nothing is changed here. */
static uint64_t due(const struct thread *t)
{
	const struct signal_mask *m = signal_mask_seen(t);

	if (!m)
		return signal_pending & ~NEVER_BLOCKED;
	if (m->delivering)
		return 0;
	return (m->waiting | signal_pending) & ~(m->mask | m->handling);
}

/* Could the thread be in the kernel, waiting? */
static bool waits(const struct pending *p)
{
	return p->offers == 0 || p->kind == OP_sleep ||
	       (p->offer && p->offer[0] == offer_both[1]); /* a time's end */
}

/* A futex has its word compared before the thread sleeps on it: a handler that
 * ran before the call ran before that. */
static bool before_call(const struct thread *t, const struct pending *p)
{
	if (p->kind == OP_futex_woken)
		return !waits(p);
	return !wait_has_begun(t, p->kind);
}

/* A call with a mask of its own.  What is there already ends it, and the
 * handler does not come; else it does, before any time is over: the kernel
 * looks at both when the thread comes to wait. */
static void offer_suspended(
	struct thread *t, struct pending *p, uint32_t *alternatives)
{
	if (!op_is(p->kind, ENDS_EARLY) || (!waits(p) && !wait_in_vain(t)))
		return;
	alternatives[0] = SIGNAL_ENDS;
	p->offers = 1;
	p->offer = alternatives;
	p->elsewhere = 0;
}

/* Nobody else says anew what an operation offers that is always enabled. */
static void as_ever(struct thread *t, struct pending *p)
{
	if (p->spinning || offer_of[p->kind] || p->kind == OP_process_leave ||
		!signal_offered(p))
		return;
	thread_touch(t);
	p->offers = 1;
	p->offer = 0;
}

void signal_offer(struct thread *t, struct pending *p)
{
	uint32_t *all = list[t->id], n;

	if (p->internal || p->kind == OP_signal_take)
		return;
	as_ever(t, p);
	if (t->held_by || rt.trial || !due(t))
		return;
	thread_touch(t);
	if (signal_suspended(t)) {
		offer_suspended(t, p, all);
		return;
	}
	n = p->offers;
	if (n > ALTERNATIVES - 2)
		run_error(ERR_UNSUPPORTED, p->pc,
			"a signal may come to thread T%u before an operation "
			"with %u alternatives: scarp supports %d" SC(502),
			t->id, n, ALTERNATIVES - 2);
	for (uint32_t i = 0; i < p->offers; i++)
		all[i] = p->offer ? p->offer[i] : i;
	if (before_call(t, p))
		all[n++] = SIGNAL_COMES;
	if (op_is(p->kind, ENDS_EARLY) && (waits(p) || wait_sleeps(t, p->kind)))
		all[n++] = SIGNAL_ENDS;
	p->elsewhere = 0;
	p->offers = n;
	p->offer = all;
}

/* Of streams' functions those that lock them: write() does not. */
static bool is_inside(enum op kind)
{
	return op_is(kind, IS_INSIDE) &&
	       (op_info[kind].class != CLASS_io || !rt.self->scratch[0]);
}

bool signal_interrupted(uint32_t depth, struct interrupted *out)
{
	const struct signal_mask *m = signal_mask_seen(rt.self);
	uint32_t i = m ? m->aside : 0;

	for (; i; i = aside_at(i)->outer) {
		const struct aside *a = aside_at(i);

		if (a->object && !depth--) {
			*out = (struct interrupted){a->object, a->pc,
				op_info[a->kind].access != ACCESS_W};
			return true;
		}
	}
	return false;
}

/* Of the running thread, which is about to do this. */
static struct aside *put_aside(enum op kind)
{
	struct signal_mask *m = signal_mask_of(rt.self);
	uint32_t index;
	struct aside *a =
		(struct aside *)(void *)arena_words(sizeof *a / 4, &index);

	memcpy(a->scratch, rt.self->scratch, sizeof a->scratch);
	a->waits_on = rt.self->waits_on;
	a->deadline = rt.self->deadline;
	a->operand = rt.operand;
	a->sp = (uint64_t)__builtin_frame_address(0);
	a->kind = kind;
	a->object = is_inside(kind) ? rt.pending[rt.self->id].object : 0;
	a->pc = rt.pending[rt.self->id].pc;
	a->outer = m->aside;
	undo_save(m, sizeof *m);
	m->aside = index;
	return a;
}

static void back_to(const struct aside *a)
{
	struct signal_mask *m = signal_mask_of(rt.self);

	thread_touch(rt.self);
	memcpy(rt.self->scratch, a->scratch, sizeof a->scratch);
	rt.self->waits_on = a->waits_on;
	rt.self->deadline = a->deadline;
	rt.operand = a->operand;
	undo_save(m, sizeof *m);
	m->aside = a->outer;
}

static enum signal_took take(enum op kind, uint64_t pc)
{
	struct aside *a = put_aside(kind);
	enum signal_took took;

	trial_stops(TRIAL_GIVEN_UP);
	spin_abandon();
	took = signal_take_one(pc);
	if (took)
		signal_deliver_due(pc);
	back_to(a);
	return took;
}

/* Could the operation have been made instead?  Who waits has read what it waits
 * for: where the handler was all that there was to do, what lets the thread go
 * on is tried before it as well. */
static void looks_first(const struct pending *p)
{
	struct pending copy = *p;
	uint8_t waits = op_info[p->kind].waits;

	if (waits == WAITS_no)
		return;
	footprint_looked(p->object);
	if (waits == WAITS_wake || waits == WAITS_arrivals)
		shared_read(&rt.self->scratch[0]);
	if (offer_of[p->kind])
		offer_of[p->kind](rt.self, &copy);
}

void signal_comes(enum op kind, uint64_t pc)
{
	if (unlikely(rt.tracing))
		trace_signal();
	if (unlikely(rt.footprints))
		looks_first(&rt.pending[rt.self->id]);
	take(kind, pc);
}

bool signal_ends_call(bool restarts, uint64_t pc)
{
	enum signal_took took;

	sched_point(OP_signal_take, 0, 0, pc);
	took = take(OP_none, pc);
	return took == TOOK_ENDS || (took && !restarts);
}

uint64_t *signal_words(const struct thread *t)
{
	const struct signal_mask *m = signal_mask_seen(t);
	uint32_t i = m ? m->aside : 0;

	for (; i; i = aside_at(i)->outer) {
		struct aside *a = aside_at(i);

		if (op_info[a->kind].waits != WAITS_wake &&
			op_info[a->kind].waits != WAITS_arrivals)
			continue;
		undo_save(a->scratch, sizeof a->scratch);
		return a->scratch;
	}
	return thread_of(t->id)->scratch;
}

void signal_jumps(uint64_t sp, uint64_t pc)
{
	struct signal_mask *m = signal_mask_of(rt.self);

	while (m->aside && (!sp || aside_at(m->aside)->sp < sp)) {
		const struct aside *a = aside_at(m->aside);

		if (op_info[a->kind].waits == WAITS_wake ||
			op_info[a->kind].waits == WAITS_arrivals)
			unsupported("a jump out of a handler that came to a "
				    "wait for a condition variable or at a "
				    "barrier",
				pc);
		undo_save(m, sizeof *m);
		m->aside = a->outer;
	}
}

uint64_t signal_handler_sp(void)
{
	return aside_at(signal_mask_of(rt.self)->aside)->sp;
}

bool signal_handling(void)
{
	return signal_mask_of(rt.self)->aside != 0;
}
