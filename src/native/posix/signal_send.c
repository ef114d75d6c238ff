/* SPDX-License-Identifier: MIT */
/* signal_send.c - signals that the test sends: to a thread, or to the process
 *
 * What a thread sends to itself and does not block it handles before the call
 * returns.  What it sends to another one waits there until that thread takes
 * it, at one of its decision points (signal_come.c); so does what is sent to
 * the process where several threads do not block it: whoever comes first.
 */
#include "native/coarse.h"
#include "native/footprint.h"
#include "native/internal.h"
#include "native/posix/ident.h"
#include "native/posix/interrupted.h"
#include "native/posix/signal.h"
#include "native/posix/signal_send.h"
#include "native/posix/thread_api.h"
#include "native/spin.h"
#include "native/spin/counted.h"
#include "native/state.h"
#include "native/threads/thread.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static bool blocks(const struct thread *t, int number)
{
	return signal_blocked(t) & BIT(number);
}

static bool valid(int number)
{
	return number > 0 && number < SIGNALS;
}

static bool its_own(int number)
{
	return number == ITS_OWN_FIRST || number == ITS_OWN_LAST;
}

/* To the running thread, which does not block it. */
static void deliver(const struct signal_note *note, uint64_t pc)
{
	state_point(TOUCHES_raise_action, (uint64_t)note->number, false, pc);
	signal_act(note, pc);
}

static void add(
	uint64_t *list, uint64_t *waiting, const struct signal_note *note)
{
	if (signal_note_add(list, waiting, note))
		signal_files_wake();
}

static void add_own(struct signal_mask *m, const struct signal_note *note)
{
	add(&m->notes, &m->waiting, note);
}

static void to_self(const struct signal_note *note, uint64_t pc)
{
	struct signal_mask *m = signal_mask_of(rt.self);

	if (!blocks(rt.self, note->number)) {
		deliver(note, pc);
		return;
	}
	/* Whether it waits depends on who ignores it, and when. */
	state_point(TOUCHES_raise_action, (uint64_t)note->number, false, pc);
	spin_object(&m->waiting, sizeof m->waiting, true);
	rt.world.signals = 1;
	add_own(m, note);
}

/* From now on somebody may be interrupted: turns of loops may end anywhere, and
 * so may threads that end. */
static void others_may_handle(void)
{
	counted_cut_short();
	exit_is_seen();
	coarse_signals();
}

/* --- to the process ----------------------------------------------------------
 */

/* Would it take a signal that was sent to the process? */
static bool lets_in(const struct thread *t, int number)
{
	shared_read(signal_mask_of(t));
	if (!(signal_mask_of(t)->mask & BIT(number)))
		return true;
	if (!(rt.channel->coarse_now & COARSE_AWAITED))
		return false;
	footprint_asks(t->id); /* has it come to where it waits? */
	return signal_awaited(t) & BIT(number);
}

/* What is read does not depend on whether it has ended. */
static bool is_open(const struct thread *t, int number)
{
	if (rt.pending[t->id].internal || !lets_in(t, number))
		return false;
	if (t->state == THREAD_LIVE && is_thread(&rt.pending[t->id]))
		return true;
	shared_read(t);
	return false;
}

/* Among the others. */
static bool any_open(int number)
{
	bool any = false;

	if (rt.world.seen < 2)
		return false;
	exit_is_seen();
	shared_read(&rt.world.live);
	for (tid i = 0; i < rt.world.threads; i++)
		if (i != rt.self->id)
			any |= is_open(thread_of(i), number);
	return any;
}

/* All but one. */
static void asks(int number, tid but)
{
	shared_write(&signal_pending);
	for (tid i = 0; i < rt.world.threads; i++)
		if (i != but && is_open(thread_of(i), number))
			footprint_asks(i);
}

void signal_asks_others(int number)
{
	if (rt.world.seen > 1)
		asks(number, rt.self->id);
}

/* The kernel asks its first thread whether it blocks what is ignored
 * (kernel/signal.c, sig_ignored): then it waits. */
static bool nobody_wants(int number)
{
	return !(signal_mask_of(thread_of(0))->mask & BIT(number)) &&
	       signal_ignored(number);
}

static void to_process(const struct signal_note *note, uint64_t pc)
{
	int number = note->number;
	bool elsewhere;

	if (!blocks(rt.self, number)) {
		state_point(TOUCHES_raise_action, (uint64_t)number, false, pc);
		elsewhere = any_open(number);
		if (!elsewhere) {
			signal_act(note, pc);
			return;
		}
		STATE_ALSO(kill, pending);
	} else {
		STATE_POINT(kill, pending, pc);
		state_also(TOUCHES_kill_action, (uint64_t)number);
		elsewhere = any_open(number);
	}
	if (elsewhere && nobody_wants(number))
		return;
	if (elsewhere && signal_fatal(number) && !signal_is_awaited(number))
		signal_default(number, pc);
	state_value(&signal_pending, sizeof signal_pending, true);
	rt.world.signals = 1;
	add(&signal_notes, &signal_pending, note);
	signal_asks_others(number);
	if (elsewhere)
		others_may_handle();
}

void signal_send_process(const struct signal_note *note, uint64_t pc)
{
	if (note->number)
		to_process(note, pc);
}

/* --- to another thread
 * -------------------------------------------------------------------------
 */

/* It lives, and the running thread's operation is to send it that. */
static void arrives(
	const struct thread *t, const struct signal_note *note, uint64_t pc)
{
	struct signal_mask *m = signal_mask_of(t);
	struct signal_note known = *note;
	int number = note->number;

	shared_read(m);
	if (!blocks(t, number)) {
		if (signal_ignored(number))
			return;
		if (signal_fatal(number))
			signal_default(number, pc);
	}
	known.known = hb_note();
	undo_save(m, sizeof *m);
	spin_object(&m->waiting, sizeof m->waiting, true);
	add_own(m, &known);
	rt.world.signals = 1;
}

/* ESRCH: it has ended. */
static int to_thread(
	const struct thread *t, const struct signal_note *note, uint64_t pc)
{
	others_may_handle();
	sched_point(OP_signal_send, t->id, 0, pc);
	trace_other(t->id);
	state_also(TOUCHES_pthread_kill_action, (uint64_t)note->number);
	shared_read(t);
	if (t->state != THREAD_LIVE)
		return ESRCH;
	arrives(t, note, pc);
	return 0;
}

/* Only asks whether it is there. */
static int is_there(const struct thread *t, uint64_t pc)
{
	exit_is_seen();
	sched_point(OP_thread_testcancel, t->id, 0, pc);
	return t->state == THREAD_LIVE ? 0 : ESRCH;
}

/* One that has ended, and was not joined, is there (POSIX). */
static int send_named(pthread_t handle, const struct signal_note *note,
	const char *call, uint64_t pc)
{
	struct thread *t = thread_named(handle, call, pc);

	if (t != rt.self)
		note->number ? to_thread(t, note, pc) : is_there(t, pc);
	else if (note->number)
		to_self(note, pc);
	thread_named(handle, call, pc);
	return 0;
}

int signal_send_number(
	pid_t number, const struct signal_note *note, uint64_t pc)
{
	struct thread *t = thread_of((tid)(number - PROCESS_ID));

	if (number < PROCESS_ID || number >= PROCESS_ID + rt.world.threads)
		return ESRCH;
	if (t != rt.self)
		return note->number ? to_thread(t, note, pc) : is_there(t, pc);
	if (note->number)
		to_self(note, pc);
	return 0;
}

void signal_raise(int number, uint64_t pc)
{
	struct signal_note note = {.number = number, .code = SI_TKILL};

	if (number)
		to_self(&note, pc);
}

/* abort() sends it, blocked or not, and ends the process if that returns. */
void signal_abort(uint64_t pc)
{
	struct signal_note note = {.number = SIGABRT, .code = SI_TKILL};
	struct signal_mask *m = signal_mask_of(rt.self);

	if (!signal_has_handler(SIGABRT))
		return;
	signal_set_masks(m->mask & ~BIT(SIGABRT), m->handling & ~BIT(SIGABRT));
	deliver(&note, pc);
}

/* --- by nobody: timers -------------------------------------------------------
 */

static const struct thread *by_number(pid_t number)
{
	const struct thread *t = thread_of((tid)(number - PROCESS_ID));

	return t->state == THREAD_LIVE ? t : 0;
}

bool signal_waits(int number, pid_t target)
{
	const struct signal_mask *m;

	if (!target)
		return signal_pending & BIT(number);
	m = by_number(target) ? signal_mask_seen(by_number(target)) : 0;
	return m && m->waiting & BIT(number);
}

bool signal_would_end(int number, pid_t target)
{
	if (!signal_kills(number))
		return false;
	if (target)
		return by_number(target) && !blocks(by_number(target), number);
	for (tid i = 0; i < rt.world.threads; i++) {
		const struct signal_mask *m = signal_mask_seen(thread_of(i));

		if (is_thread(&rt.pending[i]) && !(m && m->mask & BIT(number)))
			return !signal_is_awaited(number);
	}
	return false;
}

/* It does not matter to whoever happens to be here. */
void signal_post(const struct signal_note *note, pid_t target)
{
	int number = note->number;
	const struct thread *t = target ? by_number(target) : 0;

	state_also(TOUCHES_kill_action, (uint64_t)number);
	if (target && !t)
		return;
	if (t) {
		struct signal_mask *m = signal_mask_of(t);

		footprint_asks(t->id);
		if (!blocks(t, number) && signal_drops(number))
			return;
		shared_write(m);
		add_own(m, note);
	} else {
		STATE_ALSO(kill, pending);
		asks(number, TID_NONE);
		if (!(signal_mask_of(thread_of(0))->mask & BIT(number)) &&
			signal_drops(number))
			return;
		add(&signal_notes, &signal_pending, note);
	}
	rt.world.signals = 1;
}

void signals_matter(void)
{
	others_may_handle();
}

/* --- the C library's names
 * ---------------------------------------------------------------------
 */

EXPORT int raise(int number)
{
	if (!controlled())
		return REAL(raise)(number);
	if ((!valid(number) && number) || its_own(number))
		return signal_refuse(EINVAL);
	signal_raise(number, CALLER);
	return 0;
}

/* The process itself is the one that there is. */
static int process_or_refused(pid_t process, int number, const char *call,
	const struct signal_note *note, uint64_t pc)
{
	if (process != PROCESS_ID && process != 0)
		unsupported(call, pc);
	if (!valid(number) && number)
		return signal_refuse(EINVAL);
	signal_send_process(note, pc);
	return 0;
}

EXPORT int kill(pid_t process, int number)
{
	struct signal_note note = {.number = number, .code = SI_USER};

	return controlled() ? process_or_refused(process, number,
				      "kill of another process", &note, CALLER)
			    : REAL(kill)(process, number);
}

EXPORT int sigqueue(pid_t process, int number, const union sigval value)
{
	struct signal_note note = {.number = number,
		.code = SI_QUEUE,
		.value = (uint64_t)value.sival_ptr};

	if (!controlled())
		return REAL(sigqueue)(process, number, value);
	return process_or_refused(process ? process : -1, number,
		"sigqueue to another process", &note, CALLER);
}

EXPORT int pthread_kill(pthread_t handle, int number)
{
	struct signal_note note = {.number = number, .code = SI_TKILL};

	if (!controlled())
		return REAL(pthread_kill)(handle, number);
	if ((!valid(number) && number) || its_own(number))
		return EINVAL;
	return send_named(handle, &note, "pthread_kill", CALLER);
}

EXPORT int pthread_sigqueue(
	pthread_t handle, int number, const union sigval value)
{
	struct signal_note note = {.number = number,
		.code = SI_QUEUE,
		.value = (uint64_t)value.sival_ptr};

	if (!controlled())
		return REAL(pthread_sigqueue)(handle, number, value);
	if ((!valid(number) && number) || its_own(number))
		return EINVAL;
	return send_named(handle, &note, "pthread_sigqueue", CALLER);
}

EXPORT int tgkill(pid_t process, pid_t thread, int number)
{
	struct signal_note note = {.number = number, .code = SI_TKILL};
	int error;

	if (!controlled())
		return REAL(tgkill)(process, thread, number);
	if (process <= 0 || thread <= 0 || (!valid(number) && number))
		return signal_refuse(EINVAL);
	if (process != PROCESS_ID)
		unsupported("tgkill of another process", CALLER);
	error = signal_send_number(thread, &note, CALLER);
	return error ? signal_refuse(error) : 0;
}
