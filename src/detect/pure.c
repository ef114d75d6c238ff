/* SPDX-License-Identifier: MIT */
/* pure.c - data races by happens-before, see pure.h */
#include "detect/pure.h"

#include <string.h>

#include "base/hash.h"

static uint32_t slots_for(uint32_t objects)
{
	uint32_t slots = 4;

	while (slots < 2 * objects)
		slots *= 2;
	return slots;
}

static size_t even(size_t bytes)
{
	return (bytes + 7) & ~(size_t)7;
}

static size_t fixed(uint32_t threads, uint32_t objects)
{
	return even(sizeof(uint32_t) * threads * threads) +
	       even(sizeof(uint32_t) * threads * objects) +
	       sizeof(struct pure_object) * slots_for(objects);
}

size_t pure_room(uint32_t threads, uint32_t objects, uint32_t accesses)
{
	return fixed(threads, objects) +
	       (16 + (size_t)accesses) * 2 *
		       (sizeof(struct past_access) +
			       2 * sizeof(struct past_word));
}

bool pure_init(struct pure *p, void *memory, size_t bytes, uint32_t threads,
	uint32_t objects, struct candidates *candidates)
{
	unsigned char *at = memory;
	size_t used = fixed(threads, objects);

	memset(p, 0, sizeof *p);
	if (bytes < used || !past_init(&p->past, at + used, bytes - used))
		return false;
	p->candidates = candidates;
	p->threads = threads;
	p->objects_max = objects;
	p->slots = slots_for(objects);
	p->object = (void *)at;
	at += sizeof *p->object * p->slots;
	p->known = (void *)at;
	at += even(sizeof *p->known * threads * threads);
	p->clock = (void *)at;
	memset(p->object, 0, sizeof *p->object * p->slots);
	pure_begin(p, 0);
	return true;
}

void pure_begin(struct pure *p, uint64_t execution)
{
	past_begin(&p->past);
	if (++p->life == 0) {
		memset(p->object, 0, sizeof *p->object * p->slots);
		p->life = 1;
	}
	p->threads_seen = 0;
	p->objects = 0;
	p->execution = execution;
	p->full = false;
}

static uint32_t *row(const struct pure *p, tid t)
{
	return p->known + (size_t)t * p->threads;
}

static void join(const struct pure *p, uint32_t *to, const uint32_t *from)
{
	for (uint32_t i = 0; i < p->threads_seen; i++)
		if (from[i] > to[i])
			to[i] = from[i];
}

/* Rows of threads, and in them entries, up to number t; false: no more. */
static bool make_room(struct pure *p, tid t)
{
	uint32_t n = t + 1u, old = p->threads_seen;

	if (n > p->threads) {
		p->full = true;
		return false;
	}
	if (n <= old)
		return true;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t begin = i < old ? old : 0;

		memset(row(p, (tid)i) + begin, 0,
			(n - begin) * sizeof *p->known);
	}
	for (uint32_t i = 0; i < p->objects; i++)
		memset(p->clock + (size_t)i * p->threads + old, 0,
			(n - old) * sizeof *p->clock);
	p->threads_seen = n;
	return true;
}

/* Was it started, as far as there was room? */
static bool known(const struct pure *p, tid t)
{
	return t < p->threads_seen;
}

void pure_start(struct pure *p, tid parent, tid t)
{
	uint32_t own;

	if (!make_room(p, t))
		return;
	own = row(p, t)[t];
	if (known(p, parent)) {
		memcpy(row(p, t), row(p, parent),
			p->threads_seen * sizeof *p->known);
		row(p, parent)[parent]++;
	}
	row(p, t)[t] = own + 1;
}

/* The object's clock; NULL: it has none (and gets none unless `make`). */
static uint32_t *clock_of(struct pure *p, uint64_t object, bool make)
{
	uint32_t i = (uint32_t)hash_mix(object) & (p->slots - 1);
	uint32_t *clock;

	for (; p->object[i].life == p->life; i = (i + 1) & (p->slots - 1))
		if (p->object[i].object == object)
			return p->clock +
			       (size_t)p->object[i].clock * p->threads;
	if (!make)
		return NULL;
	if (p->objects == p->objects_max) {
		p->full = true;
		return NULL;
	}
	p->object[i] = (struct pure_object){object, p->life, p->objects};
	clock = p->clock + (size_t)p->objects++ * p->threads;
	memset(clock, 0, p->threads_seen * sizeof *clock);
	return clock;
}

void pure_acquire(struct pure *p, tid t, uint64_t object)
{
	const uint32_t *clock = clock_of(p, object, false);

	if (clock && known(p, t))
		join(p, row(p, t), clock);
}

void pure_release(struct pure *p, tid t, uint64_t object)
{
	uint32_t *clock;

	if (!known(p, t))
		return;
	clock = clock_of(p, object, true);
	if (clock)
		join(p, clock, row(p, t));
	row(p, t)[t]++;
}

void pure_publish(struct pure *p, tid t, uint64_t object)
{
	pure_forget(p, object);
	pure_release(p, t, object);
}

void pure_forget(struct pure *p, uint64_t object)
{
	uint32_t *clock = clock_of(p, object, false);

	if (clock)
		memset(clock, 0, p->threads_seen * sizeof *clock);
}

void pure_pass(struct pure *p, tid t, tid to)
{
	if (!known(p, t) || !known(p, to))
		return;
	join(p, row(p, to), row(p, t));
	row(p, t)[t]++;
}

void pure_access(struct pure *p, const struct race_access *a)
{
	struct past_now now = {.candidates = p->candidates,
		.known = row(p, a->thread),
		.lockset = LOCKSET_NONE,
		.execution = p->execution,
		.pure = true};

	if (known(p, a->thread))
		past_add(&p->past, a, &now);
}
