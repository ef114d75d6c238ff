/* SPDX-License-Identifier: MIT */
/* offers.h - what each thread could do next
 *
 * The operation that pends says (by its kind: offer_of), or, of a thread that
 * goes round a loop without effect, what it waits for.
 *
 * Cost     offer() a call, where a kind has a function; the others O(threads).
 */
#ifndef NATIVE_OFFERS_H
#define NATIVE_OFFERS_H

#include "native/posix/interrupted.h"
#include "native/spin.h"

/* One more condition for whoever has this kind of operation pending, whatever
 * the kind itself waits for: what a model of memory knows of its thread.  Once,
 * when operations are registered.  It stands in offer_of, so that nobody who
 * asks a kind can forget it; a kind without one costs what it did. */
struct offer_condition {
	bool (*holds)(const struct thread *t);
	/* Does it concern t, by what t did in this execution alone?  Then the
	 * operation is a transition of its own, though its kind be no decision
	 * point: else it belonged to the one before it if the condition held by
	 * then, and there were more traces. */
	bool (*concerns)(const struct thread *t);
	/* What that depends on: whoever makes such an operation has read it,
	 * and so has who finds that it must wait. */
	const void *(*state)(const struct thread *t);
};
void offers_require(enum op kind, const struct offer_condition *condition);
extern HIDDEN const struct offer_condition *condition_of[OP_COUNT];

static inline bool offers_apart(const struct thread *t, enum op kind)
{
	return unlikely(condition_of[kind]) && condition_of[kind]->concerns(t);
}

/* With footprints. */
void offers_looked(const struct thread *t, enum op kind);

static inline void offer(struct thread *t, struct pending *p)
{
	if (p->spinning)
		spin_offer(t, p);
	else if (offer_of[p->kind])
		offer_of[p->kind](t, p);
	if (unlikely(rt.world.signals))
		signal_offer(t, p);
}

static inline bool offers_choice(const struct pending *p, uint32_t alternative)
{
	if (!p->offer)
		return alternative < p->offers;
	for (uint32_t i = 0; i < p->offers; i++)
		if (p->offer[i] == alternative)
			return true;
	return false;
}

/* Entry `id` of rt.pending was made live. */
static inline void pending_begins(tid id)
{
	if (id >= rt.world.top)
		rt.world.top = id + 1;
}

/* It is no longer. */
static inline void pending_ends(tid id)
{
	rt.pending[id].live = 0;
	while (rt.world.top && !rt.pending[rt.world.top - 1].live)
		rt.world.top--;
}

/* Recomputes what every live thread offers; returns how many offer something.
 * Leaving the process is possible only when nothing else is. */
tid offers_refresh(void);

/* Could anybody but t go on now? */
bool offers_others(const struct thread *t);
/* After going back to a checkpoint: is c offered there? */
bool offers_can(const struct choice *c);

/* Nothing can go on.  Returns how many can, when the clock, or a spinning
 * thread that makes its iteration once more, changed that; else the execution
 * is over: never returns. */
tid offers_none(void);

/* Does it give way to others, or has it waited as long as it wanted? */
static inline bool offers_only_time(const struct pending *p)
{
	return p->live && (op_is(p->kind, GIVES_WAY) ||
				  (p->offers && p->offer == &offer_both[1]));
}

#endif
