/* SPDX-License-Identifier: MIT */
/* signal_wait.c - waiting for signals: sigwait and its kin take one, pause and
 * sigsuspend wait for a handler
 *
 * One kind of operation, on the pending signals of the process: it can go on
 * when one of its set waits.  pause has the empty set, and sigsuspend another
 * mask while it waits: both end by SIGNAL_ENDS alone.
 */
#include "native/coarse.h"
#include "native/posix/cancel.h"
#include "native/posix/clock.h"
#include "native/posix/interrupted.h"
#include "native/posix/signal.h"
#include "native/posix/signal_send.h"
#include "native/spin.h"
#include "native/state.h"

#include <string.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

void signal_wait_register(void);

/* Of a thread that waits; how. */
enum {
	SET,
	HOW
};
enum how {
	WAITS_FOR_EVER,
	WAITS_A_TIME
};

static bool waits_for(const struct thread *t, enum op kind)
{
	return kind == OP_signal_wait && rt.pending[t->id].live;
}

uint64_t signal_awaited(const struct thread *t)
{
	return waits_for(t, (enum op)rt.pending[t->id].kind) ? t->scratch[SET]
							     : 0;
}

bool signal_is_awaited(int number)
{
	for (tid i = 0; i < rt.world.threads; i++)
		if (signal_awaited(thread_of(i)) & BIT(number))
			return true;
	return false;
}

static void offer(struct thread *t, struct pending *p)
{
	bool can = signal_there(t, t->scratch[SET]) != 0;

	if (offer_cancel(t, p))
		return;
	offer_success(p, can);
	if (t->scratch[HOW] == WAITS_A_TIME)
		offer_timed(p, can);
}

void signal_wait_register(void)
{
	offer_of[OP_signal_wait] = offer;
}

/* What ended it: an alternative. */
static uint32_t wait_for(uint64_t set, enum how how, uint64_t pc)
{
	uint32_t granted;

	if (set && rt.world.seen > 1)
		coarse_awaits_signals();
	thread_touch(rt.self);
	rt.self->scratch[SET] = set;
	rt.self->scratch[HOW] = how;
	granted = sched_point(
		OP_signal_wait, kernel_object(KERNEL_pending, 0), 0, pc);
	if (granted == CANCELLED)
		cancel_act();
	return granted;
}

/* --- taking one --------------------------------------------------------------
 */

static uint64_t set_of(const sigset_t *set, uint64_t pc)
{
	uint64_t word;

	access_read(set, sizeof word, pc);
	memcpy(&word, set, sizeof word);
	return word & ~NEVER_BLOCKED;
}

static int taken(uint64_t set, struct signal_note *note)
{
	signal_take_of(set, note);
	if (note->known)
		hb_learn(note->known);
	trace_result(0);
	return note->number;
}

/* The number, or -1 and errno.  `again`: a handler is no reason to return. */
static int take_of(uint64_t set, bool again, const uint64_t *timeout_ns,
	struct signal_note *note, uint64_t pc)
{
	uint64_t deadline = 0;

	if (timeout_ns && *timeout_ns)
		deadline = clock_after(*timeout_ns, pc);
	for (;;)
		switch (wait_for(
			set, timeout_ns ? WAITS_A_TIME : WAITS_FOR_EVER, pc)) {
		case 0:
			return taken(set, note);
		case SIGNAL_ENDS:
			if (!signal_ends_call(false, pc) || again)
				continue;
			trace_result(EINTR);
			return signal_refuse(EINTR);
		default:
			clock_reach(deadline);
			trace_result(EAGAIN);
			return signal_refuse(EAGAIN);
		}
}

/* glibc does not tell a signal to the thread from one to the process. */
static void tell(struct signal_note *note, siginfo_t *out, uint64_t pc)
{
	if (!out)
		return;
	if (note->code == SI_TKILL)
		note->code = SI_USER;
	access_write(out, sizeof *out, pc);
	signal_note_tell(note, out);
}

EXPORT int sigwait(const sigset_t *set, int *number)
{
	struct signal_note note;

	if (!controlled())
		return REAL(sigwait)(set, number);
	take_of(set_of(set, CALLER), true, 0, &note, CALLER);
	access_write(number, sizeof *number, CALLER);
	*number = note.number;
	return 0;
}

EXPORT int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
	struct signal_note note;
	int number;

	if (!controlled())
		return REAL(sigwaitinfo)(set, info);
	number = take_of(set_of(set, CALLER), false, 0, &note, CALLER);
	if (number > 0)
		tell(&note, info, CALLER);
	return number;
}

EXPORT int sigtimedwait(
	const sigset_t *set, siginfo_t *info, const struct timespec *timeout)
{
	struct signal_note note;
	uint64_t ns = 0, word;
	int number;

	if (!controlled())
		return REAL(sigtimedwait)(set, info, timeout);
	word = set_of(set, CALLER);
	if (timeout) {
		access_read(timeout, sizeof *timeout, CALLER);
		if (!timespec_valid(timeout) || timeout->tv_sec < 0) {
			cancel_ask(CALLER);
			return signal_refuse(EINVAL);
		}
		ns = clock_duration(timeout);
	}
	number = take_of(word, false, timeout ? &ns : 0, &note, CALLER);
	if (number > 0)
		tell(&note, info, CALLER);
	return number;
}

/* --- waiting for a handler ---------------------------------------------------
 */

static int wait_handled(uint64_t pc)
{
	do
		wait_for(0, WAITS_FOR_EVER, pc);
	while (!signal_ends_call(false, pc));
	trace_result(EINTR);
	return signal_refuse(EINTR);
}

EXPORT int pause(void)
{
	return controlled() ? wait_handled(CALLER) : REAL(pause)();
}

EXPORT int sigsuspend(const sigset_t *set)
{
	uint64_t mask;

	if (!controlled())
		return REAL(sigsuspend)(set);
	mask = set_of(set, CALLER);
	signal_suspend(mask, CALLER);
	return wait_handled(CALLER);
}
