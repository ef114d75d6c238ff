/* SPDX-License-Identifier: MIT */
/* thread.c - threads of the futex library
 *
 * What a thread has (its block) is its joiner's to free as soon as `phase` says
 * that it is gone.  That word stays when the block goes, so that the thread can
 * still wake its joiner.
 */
#include "kernel.h"
#include "thr.h"

#include <stdlib.h>

enum {
	THREADS = 8
};

enum {
	RUNNING,
	ENDING,
	GONE
};

/* One allocation: in a kernel's world the rest would be the stack. */
struct block {
	int id;
	void *(*run)(void *);
	void *arg;
	void *status;
};

static struct slot {
	_Atomic uint32_t phase;
	struct block *block;
} slots[THREADS];

static _Atomic int ids;
static _Thread_local struct block *self;

static struct block *new_block(void *(*run)(void *), void *arg)
{
	struct block *b = malloc(sizeof *b);

	assert(b);
	*b = (struct block){.id = ids++, .run = run, .arg = arg};
	assert(b->id < THREADS);
	slots[b->id].block = b;
	return b;
}

void thr_init(void)
{
	self = new_block(NULL, NULL);
}

static void *begin(void *block)
{
	self = block;
	thr_exit(self->run(self->arg));
}

int thr_create(void *(*run)(void *), void *arg)
{
	struct block *b = new_block(run, arg);
	int id = b->id;

	kernel_spawn(begin, b);
	return id;
}

int thr_self(void)
{
	return self->id;
}

_Noreturn void thr_exit(void *status)
{
	struct slot *slot = &slots[self->id];

#ifdef BUG_JOIN_TRUSTS_ENDING
	slot->phase = ENDING;
#endif
#ifdef BUG_EXIT_STATUS_LATE
	slot->phase = GONE;
	self->status = status;
	kernel_wake(&slot->phase, KERNEL_ALL);
#elif defined BUG_EXIT_WAKES_FIRST
	self->status = status;
	kernel_wake(&slot->phase, KERNEL_ALL);
	slot->phase = GONE;
#elif defined BUG_EXIT_READS_BLOCK
	self->status = status;
	slot->phase = GONE;
	kernel_wake(&slots[self->id].phase, KERNEL_ALL);
#else
	self->status = status;
	slot->phase = GONE;
	kernel_wake(&slot->phase, KERNEL_ALL);
#endif
	kernel_vanish();
}

void thr_join(int id, void **status)
{
	struct slot *slot = &slots[id];
	uint32_t seen;

#ifdef BUG_JOIN_TRUSTS_ENDING
	while ((seen = slot->phase) == RUNNING)
#else
	while ((seen = slot->phase) != GONE)
#endif
		kernel_wait(&slot->phase, seen);
	*status = slot->block->status;
	free(slot->block);
	slot->block = NULL;
}
