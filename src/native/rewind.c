/* SPDX-License-Identifier: MIT */
#include "native/rewind.h"
#include "native/shadow.h"

struct checkpoint {
	size_t log;
	struct world world;
};

/* A stack of checkpoints, by depth; in a mapping of its own (start.c). */
static struct checkpoint *stack;
static size_t kept, room;

void rewind_memory(void *memory, size_t bytes);
void rewind_memory(void *memory, size_t bytes)
{
	stack = memory;
	room = bytes / sizeof *stack;
}

/* Stamps only grow: what an abandoned branch left in a cell that was logged is
 * put back, and what it left elsewhere is older than any later execution. */
static void new_epoch(void)
{
	rt.epoch++;
	rt.stamp++;
	rt.epoch_stamp = rt.stamp;
	rt.cell_epoch = kept ? rt.stamp : 0;
	rt.read_epoch = kept ? rt.stamp : rt.birth;
}

void rewind_keep(void)
{
	struct checkpoint *c;

	if (rt.mode != MODE_CHECKPOINT || kept == room)
		return;
	c = &stack[kept++];
	c->log = undo_position();
	c->world = rt.world;
	new_epoch();
}

void rewind_resume(struct thread *t)
{
	if (kept && t->stack_epoch != rt.epoch) {
		char *low = t->sp;

		thread_touch(t);
		undo_save(low, (size_t)((char *)t->fs - low));
		t->stack_epoch = rt.epoch;
	}
}

bool rewind_to(size_t shared)
{
	struct checkpoint *c;

	while (kept && stack[kept - 1].world.step > shared)
		kept--;
	if (!kept) {
		rewind_all();
		return false;
	}
	c = &stack[kept - 1];
	undo_back(c->log);
	rt.world = c->world;
	/* The search keeps this point again if it has more branches left; a
	 * point whose last branch is taken now must not stay. */
	kept--;
	new_epoch();
	return true;
}

void rewind_all(void)
{
	kept = 0;
	undo_back(0);
	rt.world = (struct world){0};
	rt.world.last = TID_NONE;
	rt.world.objects = 1;
	rt.world.arena = 2;
	new_epoch();
	rt.birth = rt.read_epoch = rt.stamp;
	if (!undo.on)
		rt.epoch_stamp = 0;
}
