/* SPDX-License-Identifier: MIT */
/* cancel.h - cancellation, for every operation that is a cancellation point
 *
 * A thread that was asked to end is enabled in any such operation, with one
 * alternative.  glibc looks first whether it was asked, so that an operation
 * that could succeed does not; one that succeeded before is the schedule in
 * which it was granted before.
 */
#ifndef NATIVE_POSIX_CANCEL_H
#define NATIVE_POSIX_CANCEL_H

#include "native/rt.h"

/* The alternative that says so; 0 is success, 1 a timeout. */
enum {
	CANCELLED = 2
};

static inline bool cancel_due(const struct thread *t)
{
	return unlikely(t->cancelled) && !t->uncancellable &&
	       t->exiting != EXITING_UNWOUND && !t->leaving;
}
extern HIDDEN const uint32_t offer_the_cancel[1];
/* For offer functions: true when that is all there is to offer. */
static inline bool offer_cancel(const struct thread *t, struct pending *p)
{
	if (!cancel_due(t))
		return false;
	p->offers = 1;
	p->offer = offer_the_cancel;
	return true;
}
/* t is asked to end and leaves the process. */
static inline void cancel_at_exit(const struct thread *t)
{
	caveat(CAVEAT_cancel_at_exit, "thread T%u", t->id);
}
/* Was any thread ever asked to end, in this process? */
bool cancel_was_asked(void);
/* The running thread ends: handlers, destructors. */
void cancel_act(void) __attribute__((noreturn));
/* A call of t that is a cancellation point is doing its work: glibc before 2.41
 * may act on a request that comes before it returns, which is not tried. */
static inline void cancel_missed(struct thread *t)
{
	if (!t->called)
		thread_rare(t)->called = 1;
}
/* Behind the decision point of an operation that glibc asks at and that never
 * waits.  (A request conflicts with whatever its target does next.) */
void cancel_here(void);
/* The same for a call that is no operation, and comes to be one where somebody
 * might have asked. */
void cancel_beside(uint64_t pc);
/* And for one that a loop may make for ever. */
void cancel_ask(uint64_t pc);
/* cxx.c asks at each frame: runs a C cleanup handler that belongs to frames
 * from `sp` on (all, when 0) and does not return; or returns. */
void cancel_run_handler(uint64_t sp);

#endif
