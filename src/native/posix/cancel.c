/* SPDX-License-Identifier: MIT */
/* cancel.c - cancellation, and cleanup handlers of C
 *
 * Deferred only: pthread_cancel marks its target, which ends at its next
 * cancellation point (every operation of the machine that POSIX lists).  A
 * target of type PTHREAD_CANCEL_ASYNCHRONOUS could end anywhere: refused.
 *
 * C compiled without -fexceptions keeps its cleanup handlers as jump buffers on
 * the stack: unwinding stops at the frame that holds one, jumps there, and is
 * begun again by __pthread_unwind_next.
 */
#include "native/hooks/jump.h"
#include "native/posix/cancel.h"
#include "native/posix/thread_api.h"
#include "native/output.h"
#include "native/spin.h"
#include "native/spin/counted.h"
#include "native/threads/thread.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

const uint32_t offer_the_cancel[1] = {CANCELLED};

void cancel_act(void)
{
	thread_unwind(PTHREAD_CANCELED);
}

static void test_cancel(uint64_t pc)
{
	sched_point(OP_thread_testcancel, (uint64_t)rt.self->id, 0, pc);
	cancel_here();
}

void cancel_here(void)
{
	if (rt.self->held_by)
		return;
	spin_state(&thread_rare(rt.self)->cancelled, 1, false);
	if (cancel_due(rt.self))
		cancel_act();
	cancel_missed(rt.self);
}

/* Calls that only ask whether to end are no points before there is both one of
 * them and somebody who may be the answer. */
static bool asks, cancels;

static void asked(void)
{
	if (asks && cancels)
		cancels_are_seen();
}

void cancel_beside(uint64_t pc)
{
	asks = true;
	asked();
	if (rt.self->uncancellable || rt.self->held_by)
		return;
	if (rt.exits & EXITS_ASKED)
		test_cancel(pc);
	else
		cancel_here();
}

void cancel_ask(uint64_t pc)
{
	if (rt.world.seen > 1 && !rt.self->uncancellable && !rt.self->held_by)
		test_cancel(pc);
}

bool cancel_was_asked(void)
{
	return cancels;
}

EXPORT int pthread_cancel(pthread_t handle)
{
	struct thread *t;

	if (!controlled())
		return REAL(pthread_cancel)(handle);
	t = thread_named(handle, "pthread_cancel", CALLER);
	cancels = true;
	counted_cut_short();
	asked();
	sched_point(OP_thread_cancel, t->id, 0, CALLER);
	t = thread_named(handle, "pthread_cancel", CALLER);
	/* One that has ended since stands for its end after the request. */
	if (t->called && !t->uncancellable)
		caveat(CAVEAT_late_cancel, "thread T%u", t->id);
	if (t->state != THREAD_LIVE || t->cancelled)
		return 0;
	if (t->cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS)
		unsupported("pthread_cancel of a thread with "
			    "PTHREAD_CANCEL_ASYNCHRONOUS",
			CALLER);
	if (t->leaving && !t->uncancellable)
		cancel_at_exit(t);
	if (rt.pending[t->id].live && rt.pending[t->id].kind == OP_thread_join)
		exit_is_seen();
	thread_rare(t)->cancelled = 1;
	return 0;
}

EXPORT void pthread_testcancel(void)
{
	if (controlled())
		test_cancel(CALLER);
	else
		REAL(pthread_testcancel)();
}

EXPORT int pthread_setcancelstate(int state, int *old)
{
	if (!controlled())
		return REAL(pthread_setcancelstate)(state, old);
	if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
		return EINVAL;
	if (old) {
		access_write(old, sizeof *old, CALLER);
		*old = rt.self->uncancellable ? PTHREAD_CANCEL_DISABLE
					      : PTHREAD_CANCEL_ENABLE;
	}
	spin_state(&thread_rare(rt.self)->uncancellable, 1, true);
	thread_rare(rt.self)->uncancellable = state == PTHREAD_CANCEL_DISABLE;
	return 0;
}

EXPORT int pthread_setcanceltype(int type, int *old)
{
	if (!controlled())
		return REAL(pthread_setcanceltype)(type, old);
	if (type != PTHREAD_CANCEL_DEFERRED &&
		type != PTHREAD_CANCEL_ASYNCHRONOUS)
		return EINVAL;
	if (old) {
		access_write(old, sizeof *old, CALLER);
		*old = rt.self->cancel_type;
	}
	spin_state(&thread_rare(rt.self)->cancel_type, 1, true);
	thread_rare(rt.self)->cancel_type = (uint8_t)type;
	/* Who cancels it later than this is refused. */
	if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
		test_cancel(CALLER);
	return 0;
}

/* --- cleanup handlers of C
 * ------------------------------------------------------------- */

/* glibc's own use of the words that the buffer keeps for the library. */
static void **next_of(__pthread_unwind_buf_t *b)
{
	return &b->__pad[0];
}

static uint64_t kept_sp(const __pthread_unwind_buf_t *b)
{
	return jump_sp(
		(uint64_t)b->__cancel_jmp_buf[0].__cancel_jmp_buf[JUMP_SP]);
}

void cancel_run_handler(uint64_t sp)
{
	__pthread_unwind_buf_t *b = rt.self->handlers;

	if (!b || (sp && sp < kept_sp(b)))
		return;
	REAL(longjmp)((struct __jmp_buf_tag *)(void *)b, 1);
	__builtin_unreachable();
}

EXPORT void __pthread_register_cancel(__pthread_unwind_buf_t *b)
{
	if (!controlled()) {
		REAL(__pthread_register_cancel)(b);
		return;
	}
	*next_of(b) = rt.self->handlers;
	thread_rare(rt.self)->handlers = b;
}

EXPORT void __pthread_unregister_cancel(__pthread_unwind_buf_t *b)
{
	if (!controlled()) {
		REAL(__pthread_unregister_cancel)(b);
		return;
	}
	thread_rare(rt.self)->handlers = *next_of(b);
}

EXPORT void __pthread_unwind_next(__pthread_unwind_buf_t *b)
{
	if (!controlled()) {
		REAL(__pthread_unwind_next)(b);
		__builtin_unreachable();
	}
	thread_rare(rt.self)->handlers = *next_of(b);
	thread_unwind(rt.self->result);
}
