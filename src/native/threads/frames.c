/* SPDX-License-Identifier: MIT */
/* frames.c - frames that were left, and stacks of threads that have ended
 */
#include "native/threads/frames.h"
#include "native/audit/reduction.h"
#include "native/coarse.h"
#include "native/model/buffer.h"
#include "native/races/shadow.h"
#include "native/threads/thread.h"

static struct thread *owner_of(uint64_t address)
{
	for (tid i = 0; i < rt.world.threads; i++) {
		struct thread *t = thread_of(i);

		if (thread_owns(t, address))
			return t;
	}
	return 0;
}

/* What a suspended thread's innermost call into us left of its stack: the
 * return address lies just below.  fiber_save left r15 r14 r13 r12 rbx rbp and
 * a return address. */
static uint64_t in_use(const struct thread *t)
{
	const uint64_t *sp = t->sp;
	uint64_t slot = (uint64_t)&sp[6], rbp = sp[5];

	while (inventory_is_ours(*(uint64_t *)slot)) {
		if (!rbp) /* its start function has returned */
			return (uint64_t)t->stack_top;
		if (rbp <= slot || (rbp & 7) ||
			rbp >= (uint64_t)t->stack_top - 8)
			return slot;
		slot = rbp + 8;
		rbp = *(uint64_t *)rbp;
	}
	return slot + 8;
}

static void begin_again(void)
{
	if (rt.channel->config.task == TASK_CHECK && !rt.study)
		rt.channel->again = rt.points_grew = 1;
}

/* From now on those who leave it say so. */
static void cross(const struct thread *t, uint64_t start, uint64_t end)
{
	struct channel *c = rt.channel;
	struct channel_crossing *row = 0;

	rt.crossed = 1;
	for (uint32_t i = 0; i < c->crossings; i++) {
		struct channel_crossing *r = &c->crossing[i];

		if (start >= r->start && end <= r->end)
			return;
		if (thread_owns(t, r->start) &&
			(c->crossings == CROSSINGS_MAX ||
				(start <= r->end && end >= r->start)))
			row = r;
	}
	/* Leaving is an access, which executions of the same traces up to now
	 * have not told; nor late stores there (frames_private). */
	if (start < t->left || reduction_watches() || c->late_private)
		begin_again();
	if (!row && c->crossings == CROSSINGS_MAX) {
		caveat(CAVEAT_races_lost, "%u places on stacks", CROSSINGS_MAX);
		return;
	}
	if (!row) {
		row = &c->crossing[c->crossings];
		*row = (struct channel_crossing){start, end};
		c->crossings++;
		return;
	}
	if (start < row->start)
		row->start = start;
	if (end > row->end)
		row->end = end;
}

/* An operation comes behind the end of a frame, and fails.  Before it is
 * another execution, which nobody asks for who is told operations alone. */
static void left_before(const struct thread *t, uint64_t address, size_t size)
{
	if (t)
		cross(t, address, address + size);
	coarse_now();
}

void frames_access(uint64_t address, size_t size, bool write, uint64_t pc)
{
	const struct thread *t = owner_of(address);
	const char *verb = write ? "write of" : "read of";
	const char *s = size == 1 ? "" : "s";

	if (!t || t->state != THREAD_LIVE) {
		left_before(t, address, size);
		bug(BUG_use_after_return, pc, address,
			"%s %zu byte%s on the stack of a thread that has ended",
			verb, size, s);
	}
	if (address < (uint64_t)t->stack_low ||
		address >= (uint64_t)t->stack_top)
		return; /* a guard, or what is thread-local */
	if (address < in_use(t)) {
		left_before(t, address, size);
		bug(BUG_use_after_return, pc, address,
			"%s %zu byte%s of a frame that thread T%u has left",
			verb, size, s, t->id);
	}
	cross(t, address, address + size);
}

bool frames_private(const struct thread *t, uint64_t address, size_t size)
{
	const struct channel *c = rt.channel;

	if (address - (uint64_t)t->stack_low >=
		(uint64_t)(t->stack_top - t->stack_low))
		return false;
	for (uint32_t i = 0; i < c->crossings; i++)
		if (c->crossing[i].start < address + size &&
			address < c->crossing[i].end)
			return false;
	return true;
}

void frames_left(uint64_t low, uint64_t high, uint64_t pc)
{
	const struct channel *c = rt.channel;

	if (unlikely(rt.world.late))
		buffers_forget(low, high - low);
	for (uint32_t i = 0; i < c->crossings; i++) {
		uint64_t start = c->crossing[i].start, end = c->crossing[i].end;

		if (!thread_owns(rt.self, start))
			continue;
		if (start < low)
			start = low;
		if (end > high)
			end = high;
		if (start < end)
			access_left(start, end - start, pc);
	}
}

void frames_ended(void)
{
	const struct thread *self = rt.self;

	if (unlikely(rt.crossed))
		frames_left((uint64_t)self->stack_low,
			(uint64_t)self->stack_top, (uint64_t)self->start + 1);
}
