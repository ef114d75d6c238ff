/* SPDX-License-Identifier: MIT */
/* signal.c - signals that the test sends to itself
 *
 * Dispositions and masks are kept here and in signal_mask.c, rewound, and never
 * reach the kernel: no signal comes from outside.  raise and its like call the
 * handler at once, on the running thread, and so does a fault (fault.h).  A
 * signal to another thread, timers and waiting for signals are refused.
 */
#include "native/coarse.h"
#include "native/fault.h"
#include "native/threads/fiber.h"
#include "native/footprint.h"
#include "native/posix/ident.h"
#include "native/posix/signal.h"
#include "native/posix/thread_api.h"
#include "native/spin.h"
#include "native/spin/counted.h"
#include "native/state.h"
#include "native/threads/thread.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static struct sigaction actions[SIGNALS];

/* What glibc asks of the kernel for each (sysdeps/unix/sysv/linux/x86). */
enum {
	RESTORER = 0x04000000
};

static bool catches(const struct sigaction *a)
{
	return a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN;
}

bool signal_caught(void)
{
	for (int number = 1; number < SIGNALS; number++)
		if (catches(&actions[number]))
			return true;
	return false;
}

static bool ignores(const struct sigaction *a, int number)
{
	if (a->sa_handler == SIG_IGN)
		return true;
	return a->sa_handler == SIG_DFL &&
	       (number == SIGCHLD || number == SIGURG || number == SIGWINCH ||
		       number == SIGCONT);
}

/* Before an action changes. */
static struct sigaction *change(int number)
{
	struct sigaction *a = &actions[number];

	state_value(&a->sa_handler, sizeof a->sa_handler, true);
	state_value(&a->sa_flags, sizeof a->sa_flags, true);
	undo_save(a, sizeof *a);
	return a;
}

static void look(int number)
{
	struct sigaction *a = &actions[number];

	state_value(&a->sa_handler, sizeof a->sa_handler, false);
	state_value(&a->sa_flags, sizeof a->sa_flags, false);
}

/* It is another one now. */
static void changed(int number)
{
	if (ignores(&actions[number], number))
		signal_discard(number);
	else if (catches(&actions[number]))
		counted_cut_short();
}

static bool any_due(const struct signal_mask *m)
{
	STATE_ALSO(sigpending, pending);
	return m->waiting || m->gone || signal_pending || signal_gone;
}

/* Of floating point a handler begins with the defaults
 * (arch/x86/kernel/signal.c, handle_signal), and what it changes is forgotten
 * when it returns. */
static void call(
	int number, const struct sigaction *a, siginfo_t *info, void *context)
{
	struct fpu fpu = fiber_fpu();

	fiber_load_fpu(FPU_DEFAULT);
	if (a->sa_flags & SA_SIGINFO)
		a->sa_sigaction(number, info, context);
	else
		a->sa_handler(number);
	fiber_load_fpu(fpu);
}

/* Calls the handler, which blocks its signal and those of its sa_mask.  What
 * waits as well, and is not among these, interrupts it before it begins; what
 * is sent meanwhile comes behind it, on the same level of the stack: by whoever
 * delivers already. */
static void handle(int number, const struct sigaction *a, siginfo_t *info,
	void *context, uint64_t pc)
{
	struct signal_mask *m = signal_mask_of(rt.self);
	uint64_t mask = m->mask, handling = m->handling, also;
	uint64_t draining = m->draining;

	memcpy(&also, &a->sa_mask, sizeof also);
	also &= ~NEVER_BLOCKED;
	if (!(a->sa_flags & SA_NODEFER))
		also |= BIT(number);
	signal_set_masks(mask, handling | (also & ~mask));
	m->draining = false;
	if (any_due(m))
		signal_deliver_due(pc);
	call(number, a, info, context);
	signal_set_masks(mask, handling);
	m->draining = draining;
	if (any_due(m) && !draining)
		signal_deliver_due(pc);
}

/* The action as it is now; a handler that is to be called once is none for the
 * next one.  The operation that stood before was one that looks. */
static struct sigaction taken(int number)
{
	struct sigaction now;

	look(number);
	now = actions[number];
	if (catches(&now) && now.sa_flags & SA_RESETHAND) {
		coarse_now();
		state_also(TOUCHES_sigaction_action, (uint64_t)number);
		change(number)->sa_handler = SIG_DFL;
	}
	return now;
}

void signal_act(int number, int code, uint64_t pc)
{
	siginfo_t info = {
		.si_signo = number, .si_code = code, .si_pid = PROCESS_ID};
	struct sigaction now = taken(number);
	ucontext_t here;
	uint64_t mask;

	if (ignores(&now, number))
		return;
	if (now.sa_handler == SIG_DFL)
		bug(number == SIGABRT ? BUG_abort : BUG_crash, pc, 0,
			"thread T%u sends the process signal %d (%s), which "
			"ends it",
			rt.self->id, number, sigdescr_np(number));
	if (now.sa_flags & SA_SIGINFO) {
		getcontext(&here);
		mask = signal_blocked(rt.self);
		memcpy(&here.uc_sigmask, &mask, sizeof mask);
	}
	handle(number, &now, &info, now.sa_flags & SA_SIGINFO ? &here : 0, pc);
}

/* To the running thread, which does not block it. */
static void deliver(int number, int code, uint64_t pc)
{
	state_point(TOUCHES_raise_action, (uint64_t)number, false, pc);
	signal_act(number, code, pc);
}

static bool blocks(const struct thread *t, int number)
{
	return signal_blocked(t) & BIT(number);
}

/* --- faults ---------------------------------------------------------------
 */

bool signal_catches(int number)
{
	return catches(&actions[number]) && !blocks(rt.self, number);
}

void signal_fault(int number, siginfo_t *info, void *context, uint64_t pc)
{
	struct sigaction now;

	state_point(TOUCHES_raise_action, (uint64_t)number, false, pc);
	now = taken(number);
	if (!catches(&now))
		return; /* the second time it ends the process */
	handle(number, &now, info, context, pc);
}

/* Of real-time signals each comes, of others one. */
static void one_of(int number, uint64_t waiting, uint64_t pc)
{
	if (number >= SIGRTMIN && waiting & BIT(number))
		unsupported("a second real-time signal of the same number, "
			    "while the first one is blocked",
			pc);
}

void signal_raise(int number, uint64_t pc)
{
	struct signal_mask *m = signal_mask_of(rt.self);

	if (number == 0)
		return;
	if (!blocks(rt.self, number)) {
		deliver(number, SI_TKILL, pc);
		return;
	}
	/* Whether it waits depends on who ignores it, and when. */
	state_point(TOUCHES_raise_action, (uint64_t)number, false, pc);
	one_of(number, m->waiting, pc);
	spin_object(&m->waiting, sizeof m->waiting, true);
	undo_save(m, sizeof *m);
	m->waiting |= 1ull << (number - 1);
}

/* abort() sends it, blocked or not, and ends the process if that returns. */
void signal_abort(uint64_t pc)
{
	if (!catches(&actions[SIGABRT]))
		return;
	signal_set_masks(signal_mask_of(rt.self)->mask & ~BIT(SIGABRT),
		signal_mask_of(rt.self)->handling & ~BIT(SIGABRT));
	deliver(SIGABRT, SI_TKILL, pc);
}

/* Linux prefers the first thread, whoever sends it (kernel/signal.c,
 * complete_signal): that one alone handles what it sends for certain. */
static void handled_here(int number)
{
	if (rt.self->id == 0 || rt.world.seen < 2 || !signal_catches(number))
		return;
	exit_is_seen();
	shared_read(&rt.world.live);
	for (tid i = 0; i < rt.world.threads; i++)
		shared_read(signal_mask_of(thread_of(i)));
	for (tid i = 0; i < rt.world.threads; i++)
		if (i != rt.self->id && thread_of(i)->state == THREAD_LIVE &&
			!blocks(thread_of(i), number)) {
			caveat(CAVEAT_signal_elsewhere, "signal %d (%s)",
				number, sigdescr_np(number));
			return;
		}
}

/* Whoever does not block it gets it, or the first who no longer does. */
static void to_process(int number, uint64_t pc)
{
	if (number == 0)
		return;
	if (!blocks(rt.self, number)) {
		handled_here(number);
		deliver(number, SI_USER, pc);
		return;
	}
	STATE_POINT(kill, pending, pc);
	state_also(TOUCHES_kill_action, (uint64_t)number);
	for (tid i = 0; i < rt.world.threads; i++)
		if (i != rt.self->id && thread_of(i)->state == THREAD_LIVE &&
			!(signal_mask_of(thread_of(i))->mask & BIT(number)))
			unsupported("kill with a signal that the calling "
				    "thread blocks and another one does not",
				pc);
	one_of(number, signal_pending, pc);
	state_value(&signal_pending, sizeof signal_pending, true);
	undo_save8(&signal_pending);
	signal_pending |= 1ull << (number - 1);
}

static bool valid(int number)
{
	return number > 0 && number < SIGNALS;
}

static bool its_own(int number)
{
	return number == ITS_OWN_FIRST || number == ITS_OWN_LAST;
}

EXPORT int raise(int number)
{
	if (!controlled())
		return REAL(raise)(number);
	if ((!valid(number) && number) || its_own(number))
		return signal_refuse(EINVAL);
	signal_raise(number, CALLER);
	return 0;
}

EXPORT int kill(pid_t process, int number)
{
	if (!controlled())
		return REAL(kill)(process, number);
	if (process != PROCESS_ID && process != 0)
		unsupported("kill of another process", CALLER);
	if (!valid(number) && number)
		return signal_refuse(EINVAL);
	to_process(number, CALLER);
	return 0;
}

EXPORT int pthread_kill(pthread_t handle, int number)
{
	struct thread *t;

	if (!controlled())
		return REAL(pthread_kill)(handle, number);
	if ((!valid(number) && number) || its_own(number))
		return EINVAL;
	t = thread_named(handle, "pthread_kill", CALLER);
	if (t != rt.self && number)
		unsupported("pthread_kill of another thread", CALLER);
	if (t == rt.self) {
		signal_raise(number, CALLER);
		return 0;
	}
	/* Only asks whether it is there.  An ended, unjoined one is (POSIX). */
	exit_is_seen();
	sched_point(OP_thread_testcancel, t->id, 0, CALLER);
	thread_named(handle, "pthread_kill", CALLER);
	return 0;
}

EXPORT int sigaction(
	int number, const struct sigaction *new, struct sigaction *old)
{
	struct sigaction copy, given;

	if (!controlled())
		return REAL(sigaction)(number, new, old);
	if (!valid(number) || its_own(number) ||
		(new && (number == SIGKILL || number == SIGSTOP)))
		return signal_refuse(EINVAL);
	if (new) {
		access_read(new, sizeof *new, CALLER);
		given = *new;
	}
	state_point(
		TOUCHES_sigaction_action, (uint64_t)number, new != 0, CALLER);
	look(number);
	copy = actions[number];
	if (new) {
		struct sigaction *now = change(number);

		*now = given;
		now->sa_flags |= RESTORER;
		changed(number);
	}
	if (old) {
		access_write(old, sizeof *old, CALLER);
		*old = copy;
	}
	return 0;
}

/* flags: what calls of that name ask for. */
static sighandler_t set_handler(enum touches what, int number,
	sighandler_t handler, int flags, uint64_t pc)
{
	sighandler_t old;
	struct sigaction *now;
	uint64_t itself = flags & SA_NODEFER ? 0 : BIT(number);

	if (!valid(number) || its_own(number) || number == SIGKILL ||
		number == SIGSTOP || handler == SIG_ERR) {
		errno = EINVAL;
		return SIG_ERR;
	}
	state_point(what, (uint64_t)number, true, pc);
	look(number);
	old = actions[number].sa_handler;
	now = change(number);
	*now = (struct sigaction){
		.sa_handler = handler, .sa_flags = flags | RESTORER};
	memcpy(&now->sa_mask, &itself, sizeof itself);
	changed(number);
	return old;
}

#define SIGNAL(name, flags)                                                    \
	EXPORT sighandler_t name(int number, sighandler_t handler)             \
	{                                                                      \
		return controlled() ? set_handler(TOUCHES_##name##_action,     \
					      number, handler, flags, CALLER)  \
				    : REAL(name)(number, handler);             \
	}

SIGNAL(signal, SA_RESTART)
SIGNAL(bsd_signal, SA_RESTART)
SIGNAL(ssignal, SA_RESTART)
/* What signal() is where only X/Open's names are asked for. */
SIGNAL(sysv_signal, (int)(SA_RESETHAND | SA_NODEFER))
SIGNAL(__sysv_signal, (int)(SA_RESETHAND | SA_NODEFER))
