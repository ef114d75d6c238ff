/* SPDX-License-Identifier: MIT */
/* object.c - state of synchronisation objects, found by address
 *
 * The test's pthread objects keep glibc's layout and values; ours lies in a
 * table beside them, whose index is kept in the shadow cell of the address: a
 * look-up is one load.  All of it is rewound.
 */
#include "native/cut.h"
#include "native/footprint.h"
#include "native/life.h"
#include "native/races/tile.h"

#include <string.h>

uint32_t *arena_words(size_t n, uint32_t *index)
{
	uint64_t at = rt.world.arena;
	uint32_t *words = rt.arena + at;

	n = (n + 1) & ~(size_t)1; /* keep everything 8-aligned */
	if ((at + n) * 4 > ARENA_BYTES || at + n > UINT32_MAX)
		execution_cut(CUT_tables, "tables of the runtime");
	rt.world.arena = at + n;
	if (n <= 16) /* no call, as compilers make of it */
		for (size_t i = 0; i < n; i += 2)
			*(volatile uint64_t *)(volatile void *)(words + i) = 0;
	else
		memset(words, 0, n * 4);
	if (index)
		*index = (uint32_t)at;
	return words;
}

void object_log(struct object *o)
{
	if (o->epoch == rt.epoch)
		return;
	if (rt.kept)
		undo_save(o, sizeof *o);
	o->epoch = rt.epoch;
}

void object_save(struct object *o)
{
	if (unlikely(rt.footprints))
		footprint_object(o);
	object_log(o);
}

/* Small objects (atomic bytes, say) may share a cell:
 * the cell names one of them, the others follow it. */
struct object *object_find(uint64_t address)
{
	uint32_t n = cell_of(address)->object & CELL_OBJECT;

	while (unlikely(n && rt.object[n].address != address))
		n = rt.object[n].next;
	return n ? &rt.object[n] : 0;
}

/* Accesses to memory that its owner has seen pass the filter, so what they were
 * is made to differ from all others. */
static void cell_set_object(struct cell *c, uint32_t n)
{
	uint32_t sync = 0;

	for (uint32_t i = n; i; i = rt.object[i].next)
		if (life_shows(rt.object[i].kind))
			sync = CELL_SYNC;
	if (sync) {
		undo_save(c, sizeof *c);
		c->write |= KEY_NONE;
		c->read |= KEY_NONE;
	} else {
		undo_save8((uint64_t *)&c->more);
	}
	c->object = (c->object & ~(CELL_OBJECT | CELL_SYNC)) | sync | n;
}

static struct object *make(uint64_t address, enum object_kind kind)
{
	uint32_t n = rt.world.objects;
	struct object *o = &rt.object[n];
	struct cell *cell = cell_of(address);

	if (in_heap(address)) {
		if (unlikely(heap_state(address)))
			heap_check(address, 1, 1, true, user_pc(),
				heap_state(address));
		tile_of(address)->own |= tile_bit(address);
	}
	if (n >= OBJECTS_MAX)
		execution_cut(CUT_tables, "synchronisation objects");
	rt.world.objects = n + 1;
	memset(o, 0, sizeof *o);
	o->address = address;
	o->epoch = rt.epoch;
	o->kind = (uint8_t)kind;
	o->owner = TID_NONE;
	o->next = cell->object & CELL_OBJECT;
	cell_set_object(cell, n);
	return o;
}

struct object *object_get(uint64_t address, enum object_kind kind, bool *fresh)
{
	uint32_t word = cell_of(address)->object;
	uint32_t n = word & CELL_OBJECT;
	struct object *o = &rt.object[n];

	/* Objects of pthreads are not announced as accesses of memory. */
	if (unlikely(word >> CELL_HEAP_SHIFT) && in_heap(address))
		heap_check(address, 1, 1, true, user_pc(),
			word >> CELL_HEAP_SHIFT);

	if (likely(n && o->address == address && o->kind == kind)) {
		if (fresh)
			*fresh = false;
		return o;
	}
	o = object_find(address);
	if (fresh)
		*fresh = !o || o->kind != kind;
	if (o && o->kind == kind)
		return o;
	/* A futex word and an atomic are the same memory seen twice: the
	 * newcomer takes over the clock. */
	if (o) {
		struct object old = *o;

		object_drop(address);
		o = make(address, kind);
		o->clock = old.clock;
		o->clock_len = old.clock_len;
		o->clock_cap = old.clock_cap;
		return o;
	}
	return make(address, kind);
}

void object_drop(uint64_t address)
{
	struct cell *c = cell_of(address);
	struct object *before = 0;
	uint32_t n = c->object & CELL_OBJECT;

	for (; n && rt.object[n].address != address; n = before->next)
		before = &rt.object[n];
	if (!n)
		return;
	if (before) {
		object_touch(before);
		before->next = rt.object[n].next;
	} else {
		cell_set_object(c, rt.object[n].next);
	}
}
