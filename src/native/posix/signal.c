/* SPDX-License-Identifier: MIT */
/* signal.c - what is done with signals: actions, and handlers that run
 *
 * Dispositions and masks are kept here and in signal_mask.c, rewound, and never
 * reach the kernel: no signal comes from outside.  Who sends them:
 * signal_send.c; when they come to another thread: signal_come.c.  A handler is
 * called on the stack of the thread that it interrupts, like any function, and
 * so is that of a fault (fault.h).
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

	/* Of sigsuspend: behind its handler the mask is what it was before. */
	if (m->suspended) {
		undo_save(m, sizeof *m);
		m->suspended = 0;
		mask = m->before;
	}
	memcpy(&also, &a->sa_mask, sizeof also);
	also &= ~NEVER_BLOCKED;
	if (!(a->sa_flags & SA_NODEFER))
		also |= BIT(number);
	signal_set_masks(m->mask, handling | (also & ~m->mask));
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

static bool stops(int number)
{
	return number == SIGSTOP || number == SIGTSTP || number == SIGTTIN ||
	       number == SIGTTOU;
}

void signal_default(int number, uint64_t pc)
{
	if (stops(number))
		unsupported("a signal that stops the process", pc);
	bug(number == SIGABRT ? BUG_abort : BUG_crash, pc, 0,
		"thread T%u sends the process signal %d (%s), which ends it",
		rt.self->id, number, sigdescr_np(number));
}

enum signal_took signal_act(const struct signal_note *note, uint64_t pc)
{
	int number = note->number;
	struct sigaction now = taken(number);
	siginfo_t info;
	ucontext_t here;
	uint64_t mask;

	if (ignores(&now, number))
		return TOOK_NOTHING;
	if (now.sa_handler == SIG_DFL)
		signal_default(number, pc);
	signal_note_tell(note, &info);
	if (note->known)
		hb_learn(note->known);
	if (now.sa_flags & SA_SIGINFO) {
		getcontext(&here);
		mask = signal_blocked(rt.self);
		memcpy(&here.uc_sigmask, &mask, sizeof mask);
	}
	handle(number, &now, &info, now.sa_flags & SA_SIGINFO ? &here : 0, pc);
	return now.sa_flags & SA_RESTART ? TOOK_RESTARTS : TOOK_ENDS;
}

bool signal_drops(int number)
{
	return ignores(&actions[number], number);
}

bool signal_kills(int number)
{
	return actions[number].sa_handler == SIG_DFL && !signal_drops(number);
}

bool signal_ignored(int number)
{
	look(number);
	return signal_drops(number);
}

bool signal_fatal(int number)
{
	look(number);
	return signal_kills(number);
}

bool signal_has_handler(int number)
{
	return catches(&actions[number]);
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

/* May it have an action? */
static bool may_act(int number)
{
	return number > 0 && number < SIGNALS && number != ITS_OWN_FIRST &&
	       number != ITS_OWN_LAST;
}

EXPORT int sigaction(
	int number, const struct sigaction *new, struct sigaction *old)
{
	struct sigaction copy, given;

	if (!controlled())
		return REAL(sigaction)(number, new, old);
	if (!may_act(number) ||
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

	if (!may_act(number) || number == SIGKILL || number == SIGSTOP ||
		handler == SIG_ERR) {
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
