/* SPDX-License-Identifier: MIT */
/* waited.c - limited happens-before, see waited.h
 *
 * An edge from what enabled a thread has the row of who did it, as that is at
 * the end of the transition: within one only the own entry changes, and that is
 * the stamp of the operation.
 */
#include "native/threads/waited.h"
#include "detect/lockset.h"
#include "native/internal.h"
#include "native/offers.h"
#include "native/threads/thread.h"

enum {
	SETS_BYTES = 64 << 10
};

/* Who is not enabled at the last decision point. */
static struct wait {
	uint64_t object, size;
	uint32_t stamp; /* of what enables it, if that was done */
	tid by;		/* TID_NONE: not yet */
	tid thread;
} awaited[THREADS_MAX];
static uint32_t waits, waits_for_memory; /* the latter with a size */

/* What the transition began with. */
static tid mover; /* TID_NONE: nothing yet */
static uint32_t mover_stamp;

static struct locksets sets;
static _Alignas(8) unsigned char sets_memory[SETS_BYTES];

void waited_init(void)
{
	rt.limited =
		rt.channel->config.happens_before == HAPPENS_BEFORE_LIMITED;
	if (rt.limited)
		locksets_init(
			&sets, sets_memory, sizeof sets_memory, KEY_LOCKS_MAX);
}

static uint32_t *row(tid t)
{
	return thread_of(t)->clock + THREADS_MAX;
}

static void raise_to(uint32_t *entry, uint32_t stamp)
{
	if (*entry == stamp)
		return;
	if (rt.kept)
		undo_save8((void *)((uintptr_t)entry & ~(uintptr_t)7));
	*entry = stamp;
}

/* u is ordered after what `by` did up to that stamp. */
static void order(tid by, uint32_t stamp, tid u)
{
	const uint32_t *from = row(by);
	uint32_t *to = row(u);

	for (tid i = 0; i < rt.world.threads; i++) {
		uint32_t have = i == by ? stamp : from[i];

		if (have > to[i])
			raise_to(&to[i], have);
	}
}

static void note_waiting(void)
{
	waits = waits_for_memory = 0;
	for (tid t = 0; t < rt.world.threads; t++) {
		const struct pending *p = &rt.pending[t];

		if (!is_thread(p) || p->offers)
			continue;
		awaited[waits++] =
			(struct wait){p->object, p->size, 0, TID_NONE, t};
		waits_for_memory += p->size > 0;
	}
	mover = TID_NONE;
}

static void point(void)
{
	for (uint32_t i = 0; i < waits; i++) {
		const struct wait *w = &awaited[i];
		const struct pending *p = &rt.pending[w->thread];

		if (!p->live || !p->offers)
			continue;
		if (w->by != TID_NONE)
			order(w->by, w->stamp, w->thread);
		else if (mover != TID_NONE)
			order(mover, mover_stamp, w->thread);
	}
	note_waiting();
}

void waited_stop(void)
{
	offers_refresh();
	point();
}

void waited_resume(void)
{
	note_waiting();
}

static void enables(struct wait *w)
{
	if (w->by == TID_NONE && w->thread != rt.world.self) {
		w->by = rt.world.self;
		w->stamp = rt.stamp;
	}
}

static void done_to(uint64_t object)
{
	for (uint32_t i = 0; i < waits && object; i++)
		if (awaited[i].object == object && !awaited[i].size)
			enables(&awaited[i]);
}

void waited_operation(enum op kind, uint64_t object)
{
	if (mover == TID_NONE) {
		mover = rt.world.self;
		mover_stamp = rt.stamp;
	}
	/* Who joins waits for a number. */
	done_to(kind == OP_thread_exit ? rt.world.self : object);
	stamp_next();
}

void waited_written(uint64_t address, size_t size)
{
	bool noticed = false;

	for (uint32_t i = 0; i < waits && waits_for_memory; i++)
		if (awaited[i].size && awaited[i].object < address + size &&
			address < awaited[i].object + awaited[i].size) {
			enables(&awaited[i]);
			noticed = true;
		}
	if (noticed)
		stamp_next();
}

void waited_created(struct thread *child)
{
	const uint32_t *from = row(rt.world.self);
	uint32_t *to = row(child->id);

	/* It may hold an earlier life's entries. */
	for (tid i = 0; i < rt.world.threads; i++)
		raise_to(&to[i], i == rt.world.self ? rt.stamp : from[i]);
	if (child->locks)
		child->locks = 0;
}

static void has_locks(uint32_t set)
{
	thread_touch(rt.self);
	rt.self->locks = (uint16_t)set;
	rt.locks = (uint64_t)set << KEY_LOCKS_SHIFT;
	stamp_next();
}

void waited_locked(const struct object *o, bool shared)
{
	has_locks(lockset_with(
		&sets, rt.self->locks, o->kind, o->address, shared));
}

void waited_unlocked(const struct object *o)
{
	done_to(o->address);
	has_locks(lockset_without(&sets, rt.self->locks, o->kind, o->address));
}

static bool ordered(uint64_t key)
{
	tid t = key_thread(key);

	return t == rt.world.self || key_stamp(key) <= row(rt.world.self)[t];
}

bool waited_conflict(uint64_t key)
{
	return !ordered(key) &&
	       !locksets_exclude(&sets, key_locks(key), key_locks(rt.key));
}

bool waited_no_more_locks(uint64_t key, uint64_t other)
{
	return lockset_within(&sets, key_locks(key), key_locks(other));
}

bool waited_replaced(uint64_t key)
{
	return ordered(key) && waited_no_more_locks(rt.key, key);
}
