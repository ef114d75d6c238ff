/* SPDX-License-Identifier: MIT */
/* hb.c - happens-before: vector clocks of threads and objects
 *
 * A clock's entry for a thread is the stamp up to which that thread's accesses
 * are known (FastTrack, Flanagan and Freund 2009, with global stamps in place
 * of per-thread counters: a stamp belongs to one thread, so both order alike).
 *
 * Cost     O(threads) a join; every change of a clock is logged.
 */
#include "native/threads/waited.h"

#include <string.h>

/* What an earlier execution left in a row is below every stamp of this one. */
static inline void raise_entry(uint32_t *clock, uint32_t i, uint32_t stamp)
{
	if (rt.kept)
		undo_save8((void *)((uintptr_t)&clock[i] & ~(uintptr_t)7));
	clock[i] = stamp;
}

static inline void join_into(uint32_t *to, const uint32_t *from, uint32_t len)
{
	for (uint32_t i = 0; i < len; i++)
		if (from[i] > to[i])
			raise_entry(to, i, from[i]);
}

/* Room for all threads there are now. */
static uint32_t *object_clock(struct object *o)
{
	uint32_t need = rt.world.threads;

	if (o->clock_cap < need) {
		uint32_t cap = o->clock_cap ? o->clock_cap : 4;
		uint32_t index;
		uint32_t *words;

		while (cap < need)
			cap *= 2;
		words = arena_words(cap, &index);
		if (o->clock_len)
			memcpy(words, rt.arena + o->clock, o->clock_len * 4u);
		object_log(o);
		o->clock = index;
		o->clock_cap = (uint16_t)cap;
	}
	if (o->clock_len < need) {
		object_log(o);
		o->clock_len = (uint16_t)need;
	}
	return rt.arena + o->clock;
}

void hb_acquire(struct object *o)
{
	if (o->clock_len)
		join_into(rt.clock, rt.arena + o->clock, o->clock_len);
}

static void own_entry(void)
{
	if (rt.clock[rt.self->id] != rt.stamp)
		raise_entry(rt.clock, rt.self->id, rt.stamp);
}

void hb_release(struct object *o)
{
	uint32_t *clock = object_clock(o);

	own_entry();
	join_into(clock, rt.clock, rt.world.threads);
	stamp_next();
}

void hb_release_store(struct object *o)
{
	uint32_t *clock = object_clock(o);

	own_entry();
	for (uint32_t i = 0; i < o->clock_len; i++)
		if (clock[i] != rt.clock[i])
			raise_entry(clock, i, rt.clock[i]);
	stamp_next();
}

void hb_forget(struct object *o)
{
	if (o->clock_len) {
		uint32_t *clock = rt.arena + o->clock;

		for (uint32_t i = 0; i < o->clock_len; i++)
			if (clock[i])
				raise_entry(clock, i, 0);
	}
}

void hb_pass(struct thread *to)
{
	own_entry();
	join_into(to->clock, rt.clock, rt.world.threads);
	stamp_next();
}

void hb_fork(struct thread *child)
{
	/* The row may hold an earlier life's entries: all are replaced. */
	own_entry();
	if (unlikely(rt.limited))
		waited_created(child);
	for (uint32_t i = 0; i < rt.world.threads; i++)
		if (child->clock[i] != rt.clock[i])
			raise_entry(child->clock, i, rt.clock[i]);
	stamp_next();
	raise_entry(child->clock, child->id, rt.stamp);
}

void hb_end(void)
{
	own_entry();
}

void hb_join(struct thread *ended)
{
	join_into(rt.clock, ended->clock, rt.world.threads);
}

/* A note: how many entries, and these. */
uint32_t hb_note(void)
{
	uint32_t index, threads = rt.world.threads;
	uint32_t *words = arena_words(threads + 1u, &index);

	own_entry();
	words[0] = threads;
	memcpy(words + 1, rt.clock, threads * sizeof *words);
	stamp_next();
	return index;
}

void hb_note_again(uint32_t note)
{
	uint32_t *words = rt.arena + note;

	own_entry();
	if (words[0] != rt.world.threads)
		raise_entry(words, 0, rt.world.threads);
	join_into(words + 1, rt.clock, rt.world.threads);
	stamp_next();
}

uint32_t hb_note_copy(uint32_t note)
{
	uint32_t index, n = rt.arena[note] + 1u;
	uint32_t *words = arena_words(n, &index);

	memcpy(words, rt.arena + note, n * sizeof *words);
	return index;
}

void hb_learn(uint32_t note)
{
	const uint32_t *words = rt.arena + note;

	join_into(rt.clock, words + 1, words[0]);
}

void hb_publish(struct object *o, uint32_t note)
{
	uint32_t *clock = object_clock(o);
	const uint32_t *words = rt.arena + note;

	join_into(clock, words + 1, words[0]);
}

/* What relaxed loads saw, made at first use. */
static uint32_t *acquired_clock(void)
{
	if (!rt.self->acquired)
		thread_rare(rt.self)->acquired = arena_words(THREADS_MAX, 0);
	return rt.self->acquired;
}

void hb_fence_note(struct object *o)
{
	if (o->clock_len)
		join_into(acquired_clock(), rt.arena + o->clock, o->clock_len);
}

void hb_fence_acquire(void)
{
	if (rt.self->acquired)
		join_into(rt.clock, rt.self->acquired, rt.world.threads);
}

void hb_fence_release(void)
{
	uint32_t note = rt.self->released;

	if (!note) {
		arena_words(THREADS_MAX + 1, &note);
		thread_rare(rt.self)->released = note;
	}
	hb_note_again(note);
}

void hb_fence_store(struct object *o, bool join)
{
	if (!join)
		hb_forget(o);
	hb_publish(o, rt.self->released);
}
