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

/* --- piece by piece ----------------------------------------------------------
 */

static state_each_fn *each;

static void piece(
	enum state_part part, uint64_t where, const void *now, uint64_t bytes)
{
	each(&(struct state_piece){part, where, now, 0, bytes});
}

static void word(enum state_part part, uint64_t where, uint64_t value)
{
	piece(part, where, &value, sizeof value);
}

static void variables(const void *now, const void *then, uint64_t bytes)
{
	each(&(struct state_piece){
		PART_variables, (uint64_t)now, now, then, bytes});
}

static void mapping(const void *at, uint64_t bytes)
{
	piece(PART_mapping, (uint64_t)at, at, bytes);
}

static void block(const void *at, uint64_t bytes)
{
	piece(PART_heap, (uint64_t)at, at, bytes);
}

static void threads(void)
{
	for (tid i = 0; i < rt.world.threads; i++) {
		const struct thread *t = thread_of(i);

		heap_each(i, block);
		if (t->state == THREAD_LIVE)
			piece(PART_thread_local, (uint64_t)t->stack_top,
				t->stack_top, t->fs - (uint64_t)t->stack_top);
		word(PART_thread, i, t->state);
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
		word(PART_object, o->address, state);
		if (o->kind == OBJECT_RWLOCK && o->c)
			word(PART_who_writes, o->address, o->c);
		if (has_set(o) && o->a)
			piece(PART_waiters, o->address, set_words(o),
				o->a * sizeof(uint32_t));
	}
}

void state_each(state_each_fn *f)
{
	each = f;
	word(PART_clock, 0, rt.world.clock_ns);
	word(PART_input, 0, rt.world.stdin_offset);
	piece(PART_output, 0, rt.channel->output, rt.world.output);
	audit_regions(variables);
	map_ranges(mapping);
	threads();
	objects();
}

/* --- hashes ------------------------------------------------------------------
 */

static uint64_t sum;

/* What is not as it was before the first execution: the rest may be another in
 * another process (pointers that the C library disguises). */
static void add_changes(const struct state_piece *p)
{
	const uint64_t *a = p->now, *b = p->then;

	if (memcmp(a, b, p->bytes) == 0)
		return;
	for (uint64_t i = 0; i < p->bytes / 8; i++)
		if (a[i] != b[i])
			sum += hash_mix(hash_mix((uint64_t)&a[i]) ^ a[i]);
}

static void add(const struct state_piece *p)
{
	if (p->then)
		add_changes(p);
	else
		sum += hash_mix(bytes_hash(p->now, p->bytes) ^
				hash_mix(p->where ^ (uint64_t)p->part << 56));
}

static uint64_t memory(void)
{
	sum = 0;
	state_each(add);
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
