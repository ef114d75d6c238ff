/* SPDX-License-Identifier: MIT */
#include "native/rewinding/rewind.h"
#include "native/audit/points.h"
#include "native/kernel/map.h"
#include "native/kernel/process.h"
#include "native/races/shadow.h"
#include "native/threads/thread.h"

#include <string.h>
#include <sys/mman.h>

enum {
	LEFTOVERS = 1 << 16, /* bytes below a frame that are worth a copy */
	/* An execution makes far fewer than what is left. */
	STAMPS_MAX = 0x7fffffff
};

struct checkpoint {
	size_t log;
	struct world world;
};

/* A stack of checkpoints, by depth; in a mapping of its own (start.c). */
static struct checkpoint *stack;
static size_t room;

void rewind_memory(void *memory, size_t bytes);
void rewind_memory(void *memory, size_t bytes)
{
	stack = memory;
	room = bytes / sizeof *stack;
}

/* Stamps only grow: what an abandoned branch left in a cell that was logged is
 * put back, and what it left elsewhere is older than any later execution. */
void rewind_epoch(void)
{
	rt.epoch++;
	rt.touched = rt.footprints ? 0 : rt.epoch;
	rt.stamp++;
	rt.epoch_stamp = rt.stamp;
	rt.cell_epoch = rt.kept ? rt.stamp : 0;
	rt.read_epoch = rt.kept ? rt.stamp : rt.birth;
}

void rewind_keep(void)
{
	struct checkpoint *c;

	/* What a mark has been taken behind is gone back to by it alone; and
	 * what is silent is not gone back to. */
	if (rt.mode != MODE_CHECKPOINT || rt.marks || rt.kept == room ||
		rt.world.silent)
		return;
	c = &stack[rt.kept++];
	c->log = undo_position();
	c->world = rt.world;
	if (unlikely(audit_noting))
		audit_note(rt.kept);
	rewind_epoch();
}

void rewind_resume(struct thread *t)
{
	if (rt.kept && t->stack_epoch != rt.epoch) {
		char *low = t->sp, *lowest = stack_lowest[t->id];

		/* What earlier calls left below may be read (alloca). */
		if (lowest < low && low - lowest <= LEFTOVERS)
			low = (char *)((uintptr_t)lowest & ~7ull);
		thread_touch(t);
		undo_save8(&stack_lowest[t->id]);
		undo_save(low, (size_t)((char *)t->fs - low));
		t->stack_epoch = rt.epoch;
	}
}

/* A stack that the abandoned branch went down further than the log knows: its
 * thread must not find that, nor the next one to get it. */
static void forget_depth(tid id, char *deepest)
{
	const struct thread *t = &rt.thread[id];
	char *end = stack_lowest[id];

	if (deepest >= end)
		return;
	if (t->state != THREAD_LIVE) {
		stack_lowest[id] = deepest;
		return;
	}
	if ((char *)t->sp < end)
		end = t->sp;
	if (deepest < end && deepest >= t->stack_low)
		memset(deepest, 0, (size_t)(end - deepest));
}

static char *deepest[THREADS_MAX];

/* Replays the log; memory that the test protected can be written meanwhile. */
static void replay(size_t log)
{
	if (unlikely(map_any))
		map_open();
	undo_back(log);
	if (unlikely(map_any))
		map_settle();
	if (unlikely(process_any))
		process_settle();
}

void rewind_back(size_t log)
{
	tid threads = rt.world.threads;

	for (tid i = 0; i < threads; i++)
		deepest[i] = stack_lowest[i];
	replay(log);
	for (tid i = 0; i < threads; i++)
		forget_depth(i, deepest[i]);
}

void rewind_nothing_kept(void)
{
	rt.cell_epoch = 0;
	rt.read_epoch = rt.birth;
	if (rt.mode != MODE_FORK)
		return;
	undo.on = 0;
	undo.top = undo.base;
	rt.epoch_stamp = 0;
}

bool rewind_to(size_t shared)
{
	struct checkpoint *c;

	while (rt.kept && stack[rt.kept - 1].world.step > shared)
		rt.kept--;
	if (!rt.kept) {
		rewind_all();
		return false;
	}
	c = &stack[rt.kept - 1];
	rewind_back(c->log);
	rt.world = c->world;
	if (unlikely(audit_notes))
		audit_compare(rt.kept);
	/* The search keeps this point again if it has more branches left; a
	 * point whose last branch is taken now must not stay. */
	rt.kept--;
	rewind_epoch();
	return true;
}

/* On the way back, by every checkpoint that was noted. */
static void compare_noted(void)
{
	uint32_t depth;

	while ((depth = audit_deepest())) {
		replay(stack[depth - 1].log);
		rt.world = stack[depth - 1].world;
		audit_compare(depth);
	}
}

/* Compilers make one instruction of it that takes longer to begin than this
 * takes to end. */
static inline void clear_world(void)
{
	volatile uint64_t *word = (volatile void *)&rt.world;

	_Static_assert(sizeof rt.world % sizeof *word == 0, "words");
	for (size_t i = 0; i < sizeof rt.world / sizeof *word; i++)
		word[i] = 0;
}

void rewind_all(void)
{
	tid threads = rt.world.threads;

	for (tid i = 0; i < threads; i++)
		deepest[i] = stack_lowest[i];
	if (unlikely(audit_notes))
		compare_noted();
	rt.kept = 0;
	replay(0);
	/* Not in the log: threads of the execution that ends now. */
	for (tid i = 0; i < threads; i++) {
		if (deepest[i] < stack_lowest[i])
			stack_lowest[i] = deepest[i];
		rt.thread[i].state = THREAD_FREE;
		rt.thread[i].rare.life = 0;
		rt.pending[i].live = 0;
	}
	clear_world();
	rt.world.last = 0; /* main has run up to its first decision */
	rt.world.objects = 1;
	rt.world.arena = 2;
	rt.telling = rt.tracing || rt.footprints || rt.limited || rt.late;
	rewind_epoch();
	rt.birth = rt.read_epoch = rt.stamp;
	if (!undo.on)
		rt.epoch_stamp = 0;
}

void rewind_stamps(void)
{
	if (rt.stamp < STAMPS_MAX)
		return;
	rewind_all();
	madvise((void *)SHADOW_BASE, SHADOW_BYTES, MADV_DONTNEED);
	madvise((void *)TILES_BASE, TILES_BYTES, MADV_DONTNEED);
	madvise(clock_rows, CLOCK_ROWS_BYTES, MADV_DONTNEED);
	rt.stamp = 0;
}
