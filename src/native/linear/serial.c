/* SPDX-License-Identifier: MIT */
#include "native/linear/serial.h"
#include "native/linear/operation.h"
#include "native/execution.h"
#include "native/footprint.h"
#include "native/internal.h"
#include "native/threads/thread.h"

#include "linear/own.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool serial;

static offer_function others; /* of what is a mutex */

/* Is an operation of that object open, of another thread? */
static bool taken(uint64_t address, tid by)
{
	for (uint32_t i = 0; i < noted.ops; i++) {
		const struct noted_op *op = &noted.op[i];

		if (op->back == RANK_NEVER && op->thread != by &&
			noted.object[op->object].address == address)
			return true;
	}
	return false;
}

static bool is_history(uint64_t object)
{
	return object == HISTORY_OF(object);
}

static void offer_call(struct thread *t, struct pending *p)
{
	if (is_history(p->object))
		offer_success(p, !taken(HISTORY_IS_OF(p->object), t->id));
	else
		others(t, p);
}

void serial_attach(int fd)
{
	struct own_set *set = (struct own_set *)OWN_BASE;
	struct stat st;

	if (REAL(fstat)(fd, &st) != 0 || st.st_size != (off_t)sizeof *set)
		return;
	if (mmap(set, sizeof *set, PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_NORESERVE, fd,
		    0) == set &&
		set->magic == OWN_MAGIC)
		own_use(set);
	close(fd);
}

void serial_share_no_more(void)
{
	if (own_used())
		madvise((void *)OWN_BASE, sizeof(struct own_set),
			MADV_DONTFORK);
}

void serial_init(void)
{
	serial = own_used() && own_used()->task == OWN_COLLECT;
	if (!serial)
		return;
	others = offer_of[OP_mutex_lock];
	offer_of[OP_mutex_lock] = offer_call;
}

void serial_touch(uint64_t history)
{
	const struct object o = {.address = history, .kind = OBJECT_MUTEX};

	if (serial && rt.footprints)
		footprint_object(&o);
}

void serial_add(void)
{
	own_add(own_used(), &noted);
}

/* Does it wait for what its own operation needs, or for another operation to
 * be over? */
static bool waits_inside(const struct noted_op *op)
{
	const struct pending *p = &rt.pending[op->thread];

	return p->live && !is_history(p->object);
}

void serial_stuck(void)
{
	if (!serial)
		return;
	for (uint32_t i = 0; i < noted.ops; i++) {
		struct noted_op *op = &noted.op[i];

		if (op->back != RANK_NEVER)
			continue;
		undo_save(op, sizeof *op);
		op->end = waits_inside(op) ? LINEAR_BLOCKED : LINEAR_PENDING;
	}
	serial_add();
	execution_leave(OUTCOME_DEADLOCKED);
}
