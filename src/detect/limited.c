/* SPDX-License-Identifier: MIT */
/* limited.c - candidates by limited happens-before, see limited.h
 *
 * known[u][t] is the clock of the last thing of t that is ordered before what u
 * does now.  An edge from what enabled u has the clocks of who did it, as they
 * were then: within a transition only the own entry changes, so that one is
 * remembered, and the edge is made at the end of the transition, if u is
 * enabled there.
 */
#include "detect/limited.h"

#include <string.h>

static size_t even(size_t bytes)
{
	return (bytes + 7) & ~(size_t)7;
}

static size_t fixed(uint32_t threads)
{
	return even(sizeof(uint32_t) * threads * threads) +
	       even(sizeof(uint32_t) * threads) +
	       sizeof(struct limited_wait) * threads;
}

size_t limited_room(uint32_t threads, uint32_t accesses)
{
	return fixed(threads) + (16 + (size_t)accesses) * 2 *
					(sizeof(struct past_access) +
						2 * sizeof(struct past_word));
}

bool limited_init(struct limited *l, void *memory, size_t bytes,
	uint32_t threads, struct locksets *locks, struct candidates *candidates)
{
	unsigned char *at = memory;
	size_t used = fixed(threads);

	memset(l, 0, sizeof *l);
	if (bytes < used || !past_init(&l->past, at + used, bytes - used))
		return false;
	l->candidates = candidates;
	l->locks = locks;
	l->threads = threads;
	l->wait = (void *)at;
	at += sizeof *l->wait * threads;
	l->known = (void *)at;
	at += even(sizeof *l->known * threads * threads);
	l->set = (void *)at;
	limited_begin(l, 0);
	return true;
}

void limited_begin(struct limited *l, uint64_t execution)
{
	past_begin(&l->past);
	l->threads_seen = l->waits = l->waits_for_memory = 0;
	l->mover = TID_NONE;
	l->begun = l->full = false;
	l->execution = execution;
}

static uint32_t *row(const struct limited *l, tid t)
{
	return l->known + (size_t)t * l->threads;
}

/* Rows of threads, and in them entries, up to number t; false: no more. */
static bool make_room(struct limited *l, tid t)
{
	uint32_t n = t + 1u, old = l->threads_seen;

	if (n > l->threads) {
		l->full = true;
		return false;
	}
	if (n <= old)
		return true;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t begin = i < old ? old : 0;

		memset(row(l, (tid)i) + begin, 0,
			(n - begin) * sizeof *l->known);
	}
	memset(l->set + old, 0, (n - old) * sizeof *l->set);
	l->threads_seen = n;
	return true;
}

/* Was it started, as far as there was room? */
static bool known(const struct limited *l, tid t)
{
	return t < l->threads_seen;
}

/* Something that others may be ordered after; its clock. */
static uint32_t tick(struct limited *l, tid t)
{
	return row(l, t)[t]++;
}

static void moved(struct limited *l, tid t, uint32_t clock)
{
	if (l->mover != TID_NONE)
		return;
	l->mover = t;
	l->mover_clock = clock;
}

/* What `by` had done when its clock was `clock`, u is ordered after. */
static void order(struct limited *l, tid by, uint32_t clock, tid u)
{
	const uint32_t *from = row(l, by);
	uint32_t *to = row(l, u);

	for (uint32_t i = 0; i < l->threads_seen; i++) {
		uint32_t have = i == by ? clock : from[i];

		if (i != u && have > to[i])
			to[i] = have;
	}
}

static bool is_enabled(const struct pending *p)
{
	return p->live && p->offers;
}

static void enabled_since(
	struct limited *l, const struct pending *thread, tid threads)
{
	for (uint32_t i = 0; i < l->waits; i++) {
		const struct limited_wait *w = &l->wait[i];

		if (w->thread >= threads || !is_enabled(&thread[w->thread]))
			continue;
		if (w->by != TID_NONE)
			order(l, w->by, w->clock, w->thread);
		else if (l->mover != TID_NONE)
			order(l, l->mover, l->mover_clock, w->thread);
	}
}

void limited_point(struct limited *l, const struct pending *thread, tid threads)
{
	if (l->begun)
		enabled_since(l, thread, threads);
	l->waits = l->waits_for_memory = 0;
	for (tid t = 0; t < threads && t < l->threads_seen; t++) {
		const struct pending *p = &thread[t];

		if (!p->live || is_enabled(p))
			continue;
		l->wait[l->waits++] = (struct limited_wait){
			p->object, p->size, 0, TID_NONE, t};
		l->waits_for_memory += p->size > 0;
	}
	l->mover = TID_NONE;
	l->begun = true;
}

void limited_start(struct limited *l, tid parent, tid t)
{
	uint32_t own;

	if (!make_room(l, t))
		return;
	own = row(l, t)[t];
	if (known(l, parent)) {
		uint32_t clock = tick(l, parent);

		order(l, parent, clock, t);
		moved(l, parent, clock);
	}
	row(l, t)[t] = own + 1;
	l->set[t] = LOCKSET_NONE;
}

static void enables(struct limited_wait *w, tid t, uint32_t clock)
{
	if (w->by == TID_NONE && w->thread != t) {
		w->by = t;
		w->clock = clock;
	}
}

void limited_operation(struct limited *l, tid t, uint64_t object)
{
	uint32_t clock;

	if (!known(l, t))
		return;
	clock = tick(l, t);
	moved(l, t, clock);
	for (uint32_t i = 0; i < l->waits && object; i++)
		if (l->wait[i].object == object && !l->wait[i].size)
			enables(&l->wait[i], t, clock);
}

void limited_lock(
	struct limited *l, tid t, uint8_t type, uint64_t address, bool shared)
{
	if (known(l, t))
		l->set[t] = lockset_with(
			l->locks, l->set[t], type, address, shared);
}

void limited_unlock(struct limited *l, tid t, uint8_t type, uint64_t address)
{
	if (known(l, t))
		l->set[t] = lockset_without(l->locks, l->set[t], type, address);
}

static bool overlap(const struct limited_wait *w, const struct race_access *a)
{
	return w->size && w->object < a->address + a->size &&
	       a->address < w->object + w->size;
}

/* Does somebody wait for what it wrote, or is it what the transition began
 * with?  Then it is something that others may be ordered after. */
static void is_noticed(struct limited *l, const struct race_access *a)
{
	uint32_t clock = row(l, a->thread)[a->thread];
	bool noticed = l->mover == TID_NONE;

	moved(l, a->thread, clock);
	if (l->waits_for_memory && (a->kind & RACE_WRITE))
		for (uint32_t i = 0; i < l->waits; i++)
			if (overlap(&l->wait[i], a)) {
				enables(&l->wait[i], a->thread, clock);
				noticed = true;
			}
	if (noticed)
		tick(l, a->thread);
}

void limited_access(struct limited *l, const struct race_access *a)
{
	struct past_now now = {.candidates = l->candidates,
		.locks = l->locks,
		.execution = l->execution};

	if (!known(l, a->thread))
		return;
	now.known = row(l, a->thread);
	now.lockset = l->set[a->thread];
	past_add(&l->past, a, &now);
	is_noticed(l, a);
}
