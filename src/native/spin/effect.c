/* SPDX-License-Identifier: MIT */
#include "native/spin/effect.h"
#include "native/footprint.h"
#include "native/heap/heap.h"
#include "native/memory.h"
#include "native/races/shadow.h"
#include "native/spin/anew.h"
#include "native/threads/thread.h"

#include <string.h>

/* --- which accesses do not matter -------------------------------------------
 */

/* Is that memory which the turn has allocated?  At its end all of it is freed,
 * or there was an effect. */
static bool of_turn(
	const struct thread *t, const struct turn *turn, const struct entry *e)
{
	return e->address >= turn->heap && e->address < turn_heap_end(t);
}

static bool within_ranges(const struct turn *turn, const struct entry *e)
{
	const uint64_t *range = turn->word + turn->values;

	for (unsigned i = 0; i < turn->ranges; i++, range += 2)
		if (!(range[1] & TURN_ANEW) && e->address >= range[0] &&
			e->address + e->size <= range[0] + range[1])
			return true;
	return false;
}

/* Does the write not matter, being to what the next turn does not read, or
 * reads as a value that is carried round?  Others may have a pointer there. */
static bool is_nothing(
	const struct thread *t, const struct turn *turn, const struct entry *e)
{
	return ((e->own && (e->address + e->size <= turn->frame ||
				   within_ranges(turn, e))) ||
		       of_turn(t, turn, e)) &&
	       !e->seen &&
	       !access_by_others(t->id, e->address, e->size, e->stamp);
}

/* Has nobody else been there?  Then it is the thread's own: what its slot of
 * the stack is used for besides, nobody announces. */
static bool all_own(
	const struct thread *t, const struct turn *turn, const struct entry *at)
{
	for (const struct noted *n = t->spin.noted; n != turn->since;
		n = n->before)
		if (n->e.write &&
			entry_overlaps(&n->e, at->address, at->size) &&
			(!n->e.own || n->e.seen))
			return false;
	return true;
}

/* w, the first write of the turn to its place: is all put back that the turn
 * wrote there, by the thread itself, unseen by others? */
static bool put_back(
	const struct thread *t, const struct turn *turn, const struct noted *w)
{
	const struct entry *first = &w->e;
	const struct entry *later = 0;

	if (first->own && all_own(t, turn, first))
		return memory_value(t, first->address, first->size) ==
		       first->value;
	for (const struct noted *n = t->spin.wrote; n && n != w->before_write;
		n = n->before_write) {
		const struct entry *e = &n->e;

		if (!entry_overlaps(e, first->address, first->size))
			continue;
		if (e->address != first->address || e->size != first->size)
			return false;
		if (!later ? e->left != first->value : e->left != later->value)
			return false; /* not put back; or others wrote */
		if (e->seen && e->left != first->value)
			return false;
		later = e;
	}
	return true;
}

bool effect_is_first(const struct turn *turn, const struct noted *w)
{
	for (const struct noted *n = turn_write_before(turn, w); n;
		n = turn_write_before(turn, n))
		if (n->e.address == w->e.address && n->e.size == w->e.size)
			return false;
	return true;
}

/* It has read the clock, which has moved since, perhaps by a sleep of its own.
 * To ask is to look at it once more, in the transition that comes to the loop's
 * head, whatever the answer. */
static bool moved_on(const struct entry *e)
{
	if (e->address != (uint64_t)&rt.world.clock_ns || e->write)
		return false;
	shared_read(&rt.world.clock_ns);
	return e->value != rt.world.clock_ns;
}

/* Did the turn write to the place before it read there?  Then it has read its
 * own value: it is without effect, so nobody else has written meanwhile. */
static bool reads_own(const struct thread *t, const struct turn *turn,
	const struct noted *read)
{
	if (of_turn(t, turn, &read->e))
		return true;
	for (const struct noted *n = turn_write_before(turn, read); n;
		n = turn_write_before(turn, n))
		if (entry_overlaps(&n->e, read->e.address, read->e.size))
			return true;
	return false;
}

/* Did it write a part of that alone?  What it has read then is neither its own
 * nor others'. */
static bool reads_mixture(const struct turn *turn, const struct noted *read)
{
	const struct entry *r = &read->e;

	for (const struct noted *n = turn_write_before(turn, read); n;
		n = turn_write_before(turn, n))
		if (entry_overlaps(&n->e, r->address, r->size) &&
			(n->e.address > r->address ||
				n->e.address + n->e.size <
					r->address + r->size))
			return true;
	return false;
}

bool effect_leaves_out(
	const struct thread *t, const struct turn *turn, const struct noted *n)
{
	return n->e.write ? is_nothing(t, turn, &n->e) : reads_own(t, turn, n);
}

/* --- the turn as a whole ----------------------------------------------------
 */

/* A loop that rereads goes round with what it read last.  That was its own: it
 * is no value of the turn, and the next one goes on with it. */
static bool rereads_own(const struct thread *t, const struct turn *turn,
	const struct noted *read)
{
	return turn->rereads && !read->e.state &&
	       !thread_owns(t, read->e.address) && reads_own(t, turn, read);
}

/* Of an idle turn (idle.h): is this the clock, or the set of those who wait for
 * the object, which the thread has left and joined again? */
static bool is_waiting(const struct entry *e, uint64_t waits_for)
{
	const struct object *o;

	if (!e->state || e->address == (uint64_t)&rt.world.clock_ns)
		return e->state;
	if (e->address - (uint64_t)rt.object >=
		rt.world.objects * sizeof *rt.object)
		return false;
	o = &rt.object[(e->address - (uint64_t)rt.object) / sizeof *o];
	return waits_for && o->address == waits_for &&
	       (o->kind == OBJECT_COND || o->kind == OBJECT_FUTEX);
}

/* Of a turn from `from` on: the first access to any of these bytes, if there is
 * one. */
static const struct noted *first_there(const struct thread *t,
	const struct noted *from, const struct noted *to,
	const struct entry *at)
{
	const struct noted *first = 0, *n = to ? to : t->spin.noted;

	for (; n != from; n = n->before)
		if (entry_overlaps(&n->e, at->address, at->size))
			first = n;
	return first;
}

/* Of an idle turn: a local in memory, into which every turn writes before it
 * looks there.  (Where the compiler does not tell the end of its life.) */
static bool is_set_first(const struct thread *t, const struct turn *turn,
	const struct turn *head, const struct entry *e)
{
	const struct noted *n = first_there(t, head->since, 0, e);

	if (!n && head->since != turn->since)
		n = first_there(t, turn->since, head->since, e);
	return n && n->e.write && n->e.address <= e->address &&
	       n->e.address + n->e.size >= e->address + e->size;
}

/* Does nobody else look there? */
static bool is_private(
	const struct thread *t, const struct turn *turn, const struct entry *e)
{
	return e->own && all_own(t, turn, e) &&
	       !access_by_others(t->id, e->address, e->size, e->stamp);
}

/* `idle`: its head, of an idle turn, which waits for this object. */
static enum effect of_notes(const struct thread *t, const struct turn *turn,
	const struct turn *idle, uint64_t waits_for)
{
	enum effect effect = EFFECT_NONE;
	unsigned writes = 0;

	if (turn_is_long(t, turn))
		return EFFECT_SOME;
	for (const struct noted *n = t->spin.noted; n != turn->since;
		n = n->before) {
		if (idle && is_waiting(&n->e, waits_for))
			continue;
		if (moved_on(&n->e))
			return EFFECT_SOME;
		if (!n->e.write && of_turn(t, turn, &n->e))
			continue;
		if (!n->e.write &&
			(reads_mixture(turn, n) || rereads_own(t, turn, n)))
			return EFFECT_SOME;
		if (!n->e.write || is_nothing(t, turn, &n->e))
			continue;
		if (++writes > TURN_WRITES)
			return EFFECT_SOME;
		if (!effect_is_first(turn, n) || put_back(t, turn, n))
			continue;
		if (idle && is_private(t, turn, &n->e) &&
			is_set_first(t, turn, idle, &n->e))
			continue;
		if (!anew_is_nothing(turn, n))
			return EFFECT_SOME;
		effect = EFFECT_ANEW;
	}
	return heap_all_freed(t->id, turn->heap) ? effect : EFFECT_SOME;
}

/* The entry that stands for e already. */
static uint32_t find(
	const struct watch *w, uint32_t entries, const struct entry *e)
{
	uint32_t i = 0;

	while (i < entries &&
		(w->entry[i].address != e->address ||
			w->entry[i].size != e->size ||
			w->entry[i].write != e->write ||
			(!e->write && w->entry[i].value != e->value)))
		i++;
	return i;
}

struct watch *effect_met(struct thread *t, const struct turn *turn, uint64_t pc,
	enum effect effect)
{
	struct watch *w =
		(struct watch *)(void *)arena_words((sizeof *w + 3) / 4, 0);
	uint32_t entries = 0;

	memset(w, 0, offsetof(struct watch, entry));
	w->pc = pc;
	w->frame = turn->frame;
	w->slept = turn->slept;
	for (const struct noted *n = t->spin.noted; n != turn->since;
		n = n->before) {
		uint32_t i;
		bool seen;

		if (effect_leaves_out(t, turn, n) ||
			(effect == EFFECT_ANEW && anew_has(turn, &n->e)))
			continue;
		i = find(w, entries, &n->e);
		if (i == WATCH_ENTRIES)
			return 0;
		seen = i < entries && !n->e.write && w->entry[i].seen;
		entries += i == entries;
		w->entry[i] = n->e; /* of writes the first one stays */
		w->entry[i].seen |= seen;
	}
	t->spin.entries = entries;
	return w;
}

bool effect_same_head(const struct turn *a, const struct turn *b)
{
	return a->error == b->error && a->fpu == b->fpu &&
	       a->values == b->values &&
	       memcmp(a->word, b->word, a->values * sizeof *a->word) == 0;
}

static bool same(const struct turn *a, const struct turn *b)
{
	return a->abandons == b->abandons && effect_same_head(a, b);
}

enum effect effect_of(
	const struct thread *t, const struct turn *turn, const struct turn *now)
{
	return same(turn, now) ? of_notes(t, turn, 0, 0) : EFFECT_SOME;
}

bool effect_is_idle(const struct thread *t, const struct turn *turn,
	const struct turn *head, uint64_t waits_for)
{
	return of_notes(t, turn, head, waits_for) == EFFECT_NONE;
}
