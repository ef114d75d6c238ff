/* SPDX-License-Identifier: MIT */
#include "native/spin/await.h"
#include "native/coarse.h"
#include "native/memory.h"
#include "native/offers.h"
#include "native/posix/cancel.h"
#include "native/rewinding/rewind.h"
#include "native/races/shadow.h"
#include "native/rewinding/trial.h"
#include "native/spin.h"
#include "native/threads/thread.h"
#include "search/depend.h"

#include <string.h>

enum {
	HASHED_MAX = 16 << 10, /* bytes that are hashed */
	TRIED = 1 /* operations: between two of them others could come */
};

/* Of the trial; nothing of it goes back. */
static struct {
	bool on;
	uint64_t address; /* that the turn is to have met alone */
	bool waited;
} trial;

/* --- the state at a loop's head ---------------------------------------------
 */

uint64_t HIDDEN turn_registers[6]; /* turn_x86_64.S */

static void mix(struct await_key *k, uint64_t word)
{
	k->part[0] = (k->part[0] ^ word) * 0x9e3779b97f4a7c15u;
	k->part[0] ^= k->part[0] >> 29;
	k->part[1] = (k->part[1] + word) * 0xd6e8feb86659fd93u;
	k->part[1] ^= k->part[1] >> 32;
}

void await_head(const struct thread *t, struct turn *turn)
{
	struct await_key *k = &turn->key;
	uint64_t top = (uint64_t)t->stack_top;

	turn->keyed = false; /* one that rereads makes two operations */
	if (!rt.awaits || turn->counted || turn->rereads || turn->frame & 7 ||
		top - turn->frame > HASHED_MAX ||
		awaits_never(&rt.channel->awaits, turn->pc))
		return;
	*k = (struct await_key){{turn->pc, t->id}};
	mix(k, turn->frame);
	mix(k, (uint32_t)turn->error);
	mix(k, turn->fpu);
	for (unsigned i = 0; i < 6; i++)
		mix(k, turn_registers[i]);
	for (unsigned i = 0; i < turn->values; i++)
		mix(k, turn->word[i]);
	for (uint64_t at = turn->frame; at + 8 <= top; at += 8) {
		uint64_t word;

		memcpy(&word, (const void *)at, sizeof word);
		mix(k, word);
	}
	turn->keyed = true;
}

/* --- the operation ----------------------------------------------------------
 */

/* Is it the first thing that its turn does, and to memory? */
static bool begins_turn(const struct thread *t, const struct pending *p)
{
	const struct turn *turn = t->spin.loops;
	uint8_t order = op_info[p->kind].order;

	return turn && turn->keyed && turn->since == t->spin.noted &&
	       turn->abandons == t->spin.abandons && !t->held_by &&
	       !t->spin.confirm && !p->spinning && !p->unforeseen &&
	       (order == ORDER_loads || order == ORDER_updates ||
		       order == ORDER_tries) &&
	       p->kind != OP_read && !kind_commutes_at_all(p->kind) &&
	       p->object && p->size && p->size <= sizeof(uint64_t);
}

static inline uint64_t there(const struct thread *t, const struct pending *p)
{
	return memory_value(t, p->object, p->size);
}

/* Is it not known what t does with the value that is there? */
static bool unknown(
	const struct thread *t, const struct pending *p, uint64_t *value)
{
	const struct awaits *a = &rt.channel->awaits;

	*value = there(t, p);
	return awaits_room(a, p->level) &&
	       awaits_leaves(a, p->level, *value) < 0;
}

/* True: t is tried.  False: it was, or cannot be. */
static bool try(struct thread *t, const struct pending *p, uint64_t value)
{
	struct awaits *a = &rt.channel->awaits;
	uint64_t pc = t->spin.loops->pc, object = p->object;
	uint32_t number = p->level, size = p->size;
	int why;

	trial.on = true;
	trial.address = object;
	trial.waited = false;
	why = trial_begin(t->id, TRIED);
	if (!why)
		return true;
	trial.on = false;
	if (why != MARK_NO_ROOM) {
		trial.waited &= why == TRIAL_TURNED;
		if (trial.waited) {
			struct await_place *place =
				awaits_place(a, object, size);

			place->awaited = true;
			coarse_awaited(place);
		}
		awaits_learn(a, number, value, !trial.waited);
		awaits_asked(a, pc, trial.waited);
	}
	return false;
}

/* True: a trial of t begins. */
static bool ask(struct thread *t)
{
	const struct pending *p = &rt.pending[t->id];
	uint64_t value;

	return unknown(t, p, &value) && try(t, p, value);
}

void await_arrive(void)
{
	struct thread *self = rt.self;
	struct pending *p = &rt.pending[self->id];

	p->awaits = p->withheld = 0;
	if (rt.trial)
		return;
	if (begins_turn(self, p)) {
		p->level =
			awaits_find(&rt.channel->awaits, self->spin.loops->key);
		p->awaits = p->level != 0 && !awaits_place(&rt.channel->awaits,
						     p->object, p->size)
						      ->plain;
		rt.world.awaiting |= p->awaits;
	}
}

bool await_asks(void)
{
	for (tid i = 0; !rt.trial && i < rt.world.threads; i++)
		if (rt.pending[i].live && rt.pending[i].awaits &&
			ask(thread_of(i)))
			return true;
	return false;
}

void await_unmapped(uint64_t from, uint64_t to)
{
	for (tid i = 0; i < rt.world.threads; i++) {
		struct pending *p = &rt.pending[i];

		if (!p->awaits || p->object + p->size <= from ||
			p->object >= to)
			continue;
		thread_touch(thread_of(i));
		p->awaits = p->withheld = 0;
	}
}

void await_tried(const struct watch *w, uint32_t entries)
{
	trial.waited = trial.on && entries == 1 && !w->entry[0].state &&
		       w->entry[0].address == trial.address;
}

void await_long(void)
{
	if (rt.trial && trial.on)
		trial_over(TRIAL_LONG);
}

/* It must not be kept from failing in its turn: then that is as good as any. */
static bool would_fail(const struct thread *t, const struct pending *p)
{
	return access_would_fail(
		t, p->object, p->size, op_info[p->kind].order != ORDER_loads);
}

/* Where such an access may come before or after others by the value alone does
 * not tell whether it races: nobody waits there, from the next round on. */
static void plain_accesses(const struct pending *p)
{
	struct await_place *place =
		awaits_place(&rt.channel->awaits, p->object, p->size);

	if (rt.trial || place->plain)
		return;
	place->plain = true;
	coarse_new_round();
}

bool await_withholds(struct thread *t, struct pending *p)
{
	if (would_fail(t, p)) {
		plain_accesses(p);
		thread_touch(t);
		p->awaits = 0;
		return false;
	}
	/* Who is asked to end may do so in the turn, where it sleeps. */
	if (t->spin.let_go || cancel_due(t) ||
		awaits_leaves(&rt.channel->awaits, p->level, there(t, p)) != 0)
		return false;
	caveat(CAVEAT_fairness, "thread T%u", t->id);
	return true;
}

bool await_let_go(void)
{
	for (tid i = 0; i < rt.world.threads; i++) {
		struct pending *p = &rt.pending[i];

		if (!p->live || !p->awaits || !p->withheld)
			continue;
		thread_touch(thread_of(i));
		thread_of(i)->spin.let_go = 1;
		p->withheld = 0;
		return true;
	}
	return false;
}
