/* SPDX-License-Identifier: MIT */
/* reuse.c - lists of freed blocks, one for each size that malloc tells apart
 *
 * A list holds the blocks freed last, by anyone, and is the list of
 * alternatives of an allocation: 0 for new memory, else a block by its place in
 * the heap, so that what an alternative means does not depend on the order of
 * frees.
 *
 * Memory   object: kind OBJECT_FREED, a = members with the 0, e = arena index.
 * Cost     nothing but a test where the option is off; else a decision for each
 *          malloc and free of the test.
 */
#include "native/heap/reuse.h"
#include "channel/kernel.h"
#include "native/fail.h"
#include "native/races/shadow.h"
#include "native/trace.h"

enum {
	KEPT = 7,	     /* of a list: as one of glibc's caches holds */
	LARGEST = 128 << 10, /* glibc maps and unmaps blocks beyond that */
	UNIT = 16
};

struct freed {
	uint32_t block[1 + KEPT]; /* 0, then units of the heap, ascending */
	uint32_t since[1 + KEPT]; /* stamp of its free */
};

/* glibc's chunks: 8 bytes more, 16-aligned, at least 32. */
static unsigned class_of(size_t n)
{
	return n <= 24 ? 2 : (unsigned)((n + 8 + UNIT - 1) / UNIT);
}

static uint64_t list_address(size_t n)
{
	return kernel_object(KERNEL_FREED, class_of(n));
}

static struct freed *list_of(const struct object *o)
{
	return (struct freed *)(void *)(rt.arena + o->e);
}

static struct object *list_for(size_t n)
{
	bool fresh;
	struct object *o = object_get(list_address(n), OBJECT_FREED, &fresh);

	object_touch(o);
	if (fresh) {
		uint32_t index;

		arena_words(sizeof(struct freed) / 4, &index);
		o->e = index;
		o->a = 1;
	}
	return o;
}

static void offer_alloc(struct thread *t, struct pending *p)
{
	const struct object *o = object_find(p->object);

	p->offers = 1;
	p->offer = 0;
	if (o && o->kind == OBJECT_FREED) {
		p->offers = o->a;
		p->offer = list_of(o)->block;
	}
}

void reuse_register(void);
void reuse_register(void)
{
	offer_of[OP_heap_alloc] = offer_alloc;
}

void reuse_begin(bool wanted)
{
	uint32_t use = rt.channel->config.heap;

	rt.reuse = use == HEAP_REUSE || (use == HEAP_TURNS && wanted);
	rt.channel->heap_now = rt.reuse ? HEAP_REUSE : HEAP_FRESH;
}

/* --- which calls are decision points ---------------------------------------
 *
 * Those that the test makes itself.  What libraries allocate is theirs: another
 * thread must not run while they hold locks of their own. */

extern char _Znwm[] __attribute__((weak)); /* operator new */

/* `new` is malloc one frame below. */
static bool in_new(uint64_t pc)
{
	enum {
		LENGTH = 128
	};

	return _Znwm && pc - (uint64_t)_Znwm < LENGTH;
}

static bool by_new(uint64_t pc)
{
	uint64_t frame[2];

	return in_new(pc) && stack_walk(frame, 0, 2, pc) == 2 &&
	       in_program(frame[1]);
}

/* So many decisions that the execution would be cut before its end. */
static bool too_many(void)
{
	const struct channel_config *config = &rt.channel->config;
	uint32_t most = config->search.steps_max;

	if (!most || rt.world.step < most / 2)
		return false;
	if (config->heap == HEAP_REUSE)
		caveat(CAVEAT_heap_points, "%u decisions", most / 2);
	return true;
}

bool reuse_sees(size_t n, uint64_t pc)
{
	return n <= LARGEST && !rt.self->held_by && !rt.self->silent &&
	       (in_program(pc) || by_new(pc)) && !too_many();
}

/* --- the lists --------------------------------------------------------------
 */

static void remove_at(struct object *o, uint32_t i)
{
	struct freed *f = list_of(o);

	undo_save(f, sizeof *f);
	for (o->a--; i < o->a; i++) {
		f->block[i] = f->block[i + 1];
		f->since[i] = f->since[i + 1];
	}
}

static uint32_t oldest(const struct object *o)
{
	const struct freed *f = list_of(o);
	uint32_t at = 1;

	for (uint32_t i = 2; i < o->a; i++)
		if (f->since[i] < f->since[at])
			at = i;
	return at;
}

uint64_t reuse_take(size_t n, uint64_t pc)
{
	uint32_t unit = sched_point(OP_heap_alloc, list_address(n), 0, pc);
	struct object *o;

	if (!unit)
		return 0;
	caveat(CAVEAT_whole_blocks, "%zu bytes", n);
	o = list_for(n);
	for (uint32_t i = 1; i < o->a; i++)
		if (list_of(o)->block[i] == unit) {
			remove_at(o, i);
			break;
		}
	return HEAP_BASE + (uint64_t)unit * UNIT;
}

void reuse_free_point(size_t n, uint64_t pc)
{
	sched_point(OP_heap_free, list_address(n), 0, pc);
}

void reuse_add(uint64_t block, size_t n)
{
	uint32_t unit = (uint32_t)((block - HEAP_BASE) / UNIT);
	struct object *o = list_for(n);
	struct freed *f;
	uint32_t i;

	if (o->a == 1 + KEPT)
		remove_at(o, oldest(o));
	f = list_of(o);
	undo_save(f, sizeof *f);
	for (i = o->a++; f->block[i - 1] > unit; i--) {
		f->block[i] = f->block[i - 1];
		f->since[i] = f->since[i - 1];
	}
	f->block[i] = unit;
	f->since[i] = rt.stamp;
}

/* --- without the option ------------------------------------------------------
 */

/* Sizes of which a block was freed in this execution; rewound. */
static uint64_t was_freed[LARGEST / UNIT / 64 + 1];

static bool told(void)
{
	return rt.channel->caveats[CAVEAT_no_address_reuse] != 0;
}

void reuse_note_free(size_t n, uint64_t pc)
{
	unsigned class = class_of(n);
	uint64_t *word;

	if (n > LARGEST || told())
		return;
	word = &was_freed[class / 64];
	if (*word >> class % 64 & 1 || !in_program(pc))
		return;
	undo_save8(word);
	*word |= 1ull << class % 64;
}

void reuse_note_allocation(size_t n, uint64_t pc)
{
	unsigned class = class_of(n);

	if (n <= LARGEST && !told() &&
		was_freed[class / 64] >> class % 64 & 1 &&
		(in_program(pc) || in_new(pc)))
		caveat(CAVEAT_no_address_reuse, "%zu bytes", n);
}
