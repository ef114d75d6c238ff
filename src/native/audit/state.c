/* SPDX-License-Identifier: MIT */
#include "native/audit/state.h"
#include "base/hash.h"
#include "native/audit.h"
#include "native/heap/heap.h"
#include "native/kernel/map.h"
#include "native/offers.h"
#include "native/sched.h"
#include "native/posix/set.h"

#include <string.h>

/* Four lanes, so that the multiplications overlap. */
static uint64_t bytes_hash(const void *p, uint64_t n)
{
	uint64_t lane[4] = {n, 1, 2, 3}, word[4];
	const char *at = p, *end = at + (n & ~31ull);

	for (; at < end; at += 32) {
		memcpy(word, at, 32);
		for (int i = 0; i < 4; i++) {
			lane[i] = (lane[i] ^ word[i]) * 0x9e3779b97f4a7c15u;
			lane[i] ^= lane[i] >> 29;
		}
	}
	memset(word, 0, sizeof word);
	memcpy(word, at, n & 31);
	for (int i = 0; i < 4; i++)
		lane[i] = hash_mix(lane[i] ^ word[i]);
	return hash_mix(
		lane[0] +
		hash_mix(lane[1] + hash_mix(lane[2] + hash_mix(lane[3]))));
}

static uint64_t sum;

static void range(const void *at, uint64_t bytes)
{
	sum += hash_mix(bytes_hash(at, bytes) ^ hash_mix((uint64_t)at));
}

/* What is not as it was before the first execution: the rest may be another in
 * another process (pointers that the C library disguises). */
static void changes(const void *now, const void *then, uint64_t bytes)
{
	const uint64_t *a = now, *b = then;

	if (memcmp(now, then, bytes) == 0)
		return;
	for (uint64_t i = 0; i < bytes / 8; i++)
		if (a[i] != b[i])
			sum += hash_mix(hash_mix((uint64_t)&a[i]) ^ a[i]);
}

static void threads(void)
{
	for (tid i = 0; i < rt.world.threads; i++) {
		const struct thread *t = thread_of(i);
		uint64_t base, used = heap_used(i, &base);

		if (used)
			range((void *)base, used);
		if (t->state == THREAD_LIVE)
			range(t->stack_top, t->fs - (uint64_t)t->stack_top);
		sum += hash_mix((uint64_t)t->state << 32 | i);
	}
}

static bool has_set(const struct object *o)
{
	return o->kind == OBJECT_COND || o->kind == OBJECT_BARRIER ||
	       o->kind == OBJECT_RWLOCK || o->kind == OBJECT_FUTEX;
}

/* Their order in the table is that in which they were met. */
static void objects(void)
{
	for (uint32_t i = 1; i < rt.world.objects; i++) {
		const struct object *o = &rt.object[i];
		uint64_t state = (uint64_t)o->kind << 56 |
				 (uint64_t)o->type << 48 |
				 (uint64_t)o->owner << 32 | o->a;

		/* A clock alone is no state; dropped ones are not found. */
		if (o->kind == OBJECT_ATOMIC || object_find(o->address) != o)
			continue;
		sum += hash_mix(hash_mix(o->address) ^ state);
		if (o->kind == OBJECT_RWLOCK && o->c) /* who waits to write */
			sum += hash_mix(o->address ^ (uint64_t)o->c << 48);
		if (has_set(o) && o->a)
			sum += hash_mix(
				o->address ^ bytes_hash(set_words(o),
						     o->a * sizeof(uint32_t)));
	}
}

static uint64_t memory(void)
{
	sum = hash_mix(rt.world.clock_ns) +
	      hash_mix(1 + (uint64_t)rt.world.stdin_offset) * 3 +
	      bytes_hash(rt.channel->output, rt.world.output);
	audit_regions(changes);
	map_ranges(range);
	threads();
	objects();
	return sum;
}

static uint64_t pending_hash(tid i, const struct pending *p)
{
	uint64_t h = hash_mix(
		i ^ (uint64_t)p->kind << 32 ^ (uint64_t)p->spinning << 40);

	h = hash_mix(h ^ p->object);
	return hash_mix(h ^ p->pc ^ (uint64_t)p->size << 48);
}

static uint64_t offers_hash(tid i, const struct pending *p)
{
	uint64_t h = hash_mix(i ^ (uint64_t)p->offers << 32);

	for (uint32_t k = 0; p->offer && k < p->offers; k++)
		h = hash_mix(h ^ p->offer[k]);
	return h;
}

void state_init(void)
{
	audit_regions_find();
}

void state_take(struct state *out)
{
	*out = (struct state){.memory = memory()};
	offers_refresh();
	for (tid i = 0; i < rt.world.threads; i++) {
		const struct pending *p = &rt.pending[i];

		if (!p->live)
			continue;
		out->pending += pending_hash(i, p);
		out->enabled += offers_hash(i, p);
	}
}
