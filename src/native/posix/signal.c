/* SPDX-License-Identifier: MIT */
/* signal.c - signals that the test sends to itself
 *
 * Dispositions and masks are kept here, rewound, and never reach the kernel: no
 * signal comes from outside.  raise and its like call the handler at once, on
 * the running thread, and so does a fault (fault.h).  A signal to another
 * thread, timers and waiting for signals are refused.
 */
#include "native/coarse.h"
#include "native/fault.h"
#include "native/footprint.h"
#include "native/posix/ident.h"
#include "native/posix/thread_api.h"
#include "native/spin.h"
#include "native/state.h"
#include "native/thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	SIGNALS = 65
};

static struct sigaction actions[SIGNALS];
/* Sent to the process while all threads block them. */
static uint64_t pending;

/* Of a thread; an earlier life's does not count. */
static struct {
	uint64_t life;
	uint64_t mask;
	uint64_t handling; /* blocked because handlers run: none of `mask` */
	uint64_t waiting;  /* raised while blocked */
} masks[THREADS_MAX];
/* Any thread ever had one; not rewound. */
static bool any_mask;

static __typeof__(&masks[0]) mask_of(const struct thread *t)
{
	__typeof__(&masks[0]) m = &masks[t->id];

	if (m->life != t->life) {
		undo_save(m, sizeof *m);
		m->life = t->life;
		m->mask = 0;
		m->handling = 0;
		m->waiting = 0;
	}
	return m;
}

/* Whom a signal to the process may find is asked of `mask` alone: that a
 * handler runs is nobody else's affair, and no decision point. */
static uint64_t blocked(const struct thread *t)
{
	return mask_of(t)->mask | mask_of(t)->handling;
}

void signal_inherit(const struct thread *t, const struct thread *creator)
{
	if (!any_mask && !masks[creator->id].handling)
		return;
	shared_read(&masks[creator->id]);
	undo_save(&masks[t->id], sizeof masks[0]);
	masks[t->id].life = t->life;
	masks[t->id].mask = blocked(creator);
	masks[t->id].handling = 0;
	masks[t->id].waiting = 0;
}

static bool ignored_by_default(int number)
{
	return number == SIGCHLD || number == SIGURG || number == SIGWINCH ||
	       number == SIGCONT;
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

/* Those that the C library keeps for itself: it takes them out of masks, and
 * neither sends them nor lets anybody have a handler for them. */
enum {
	ITS_OWN_FIRST = 32,
	ITS_OWN_LAST = 33
};

#define BIT(number) (1ull << ((number)-1))
#define NEVER_BLOCKED                                                          \
	(BIT(SIGKILL) | BIT(SIGSTOP) | BIT(ITS_OWN_FIRST) | BIT(ITS_OWN_LAST))

static void deliver_due(__typeof__(&masks[0]) m, uint64_t pc);

static bool any_due(const __typeof__(masks[0]) *m)
{
	return m->waiting || pending;
}

static void set_masks(uint64_t mask, uint64_t handling)
{
	__typeof__(&masks[0]) m = mask_of(rt.self);

	undo_save(m, sizeof *m);
	m->mask = mask;
	m->handling = handling;
}

/* Calls the handler, which blocks its signal and those of its sa_mask.  What
 * waits as well, and is not among these, interrupts it before it begins; what
 * is sent meanwhile comes behind it. */
static void handle(int number, const struct sigaction *a, siginfo_t *info,
	void *context, uint64_t pc)
{
	__typeof__(&masks[0]) m = mask_of(rt.self);
	uint64_t mask = m->mask, handling = m->handling, also;

	memcpy(&also, &a->sa_mask, sizeof also);
	also &= ~NEVER_BLOCKED;
	if (!(a->sa_flags & SA_NODEFER))
		also |= BIT(number);
	set_masks(mask, handling | (also & ~mask));
	if (any_due(m))
		deliver_due(m, pc);
	if (a->sa_flags & SA_SIGINFO)
		a->sa_sigaction(number, info, context);
	else
		a->sa_handler(number);
	set_masks(mask, handling);
	if (any_due(m))
		deliver_due(m, pc);
}

/* To the running thread, which does not block it.  code: who was meant,
 * SI_TKILL for the thread, SI_USER for the process. */
static void deliver(int number, int code, uint64_t pc)
{
	siginfo_t info = {
		.si_signo = number, .si_code = code, .si_pid = PROCESS_ID};
	struct sigaction now;
	ucontext_t here;
	uint64_t mask;

	state_point(TOUCHES_raise_action, (uint64_t)number, false, pc);
	look(number);
	now = actions[number];
	if (now.sa_handler == SIG_IGN ||
		(now.sa_handler == SIG_DFL && ignored_by_default(number)))
		return;
	if (now.sa_handler == SIG_DFL)
		bug(number == SIGABRT ? BUG_abort : BUG_crash, pc, 0,
			"thread T%u sends the process signal %d (%s), which "
			"ends it",
			rt.self->id, number, sigdescr_np(number));
	if (now.sa_flags & SA_RESETHAND) {
		coarse_now(); /* the operation was one that looks */
		state_also(TOUCHES_sigaction_action, (uint64_t)number);
		change(number)->sa_handler = SIG_DFL;
	}
	if (now.sa_flags & SA_SIGINFO) {
		getcontext(&here);
		mask = blocked(rt.self);
		memcpy(&here.uc_sigmask, &mask, sizeof mask);
	}
	handle(number, &now, &info, now.sa_flags & SA_SIGINFO ? &here : 0, pc);
}

static bool blocks(const struct thread *t, int number)
{
	return blocked(t) & BIT(number);
}

/* --- faults ---------------------------------------------------------------
 */

static bool catches(const struct sigaction *a)
{
	return a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN;
}

bool signal_catches(int number)
{
	return catches(&actions[number]) && !blocks(rt.self, number);
}

void signal_fault(int number, siginfo_t *info, void *context, uint64_t pc)
{
	struct sigaction now;

	state_point(TOUCHES_raise_action, (uint64_t)number, false, pc);
	look(number);
	now = actions[number];
	if (!catches(&now))
		return; /* the second time it ends the process */
	if (now.sa_flags & SA_RESETHAND) {
		coarse_now();
		state_also(TOUCHES_sigaction_action, (uint64_t)number);
		change(number)->sa_handler = SIG_DFL;
	}
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
	__typeof__(&masks[0]) m = mask_of(rt.self);

	if (number == 0)
		return;
	if (!blocks(rt.self, number)) {
		deliver(number, SI_TKILL, pc);
		return;
	}
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
	set_masks(mask_of(rt.self)->mask & ~BIT(SIGABRT),
		mask_of(rt.self)->handling & ~BIT(SIGABRT));
	deliver(SIGABRT, SI_TKILL, pc);
}

/* Linux prefers the first thread, whoever sends it (kernel/signal.c,
 * complete_signal): that one alone handles what it sends for certain. */
static void handled_here(int number)
{
	if (rt.self->id == 0 || !signal_catches(number))
		return;
	shared_read(&rt.world.live);
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
	for (tid i = 0; i < rt.world.threads; i++)
		if (i != rt.self->id && thread_of(i)->state == THREAD_LIVE &&
			!(mask_of(thread_of(i))->mask & BIT(number)))
			unsupported("kill with a signal that the calling "
				    "thread blocks and another one does not",
				pc);
	one_of(number, pending, pc);
	state_value(&pending, sizeof pending, true);
	undo_save8(&pending);
	pending |= 1ull << (number - 1);
}

static bool valid(int number)
{
	return number > 0 && number < SIGNALS;
}

static bool its_own(int number)
{
	return number == ITS_OWN_FIRST || number == ITS_OWN_LAST;
}

static int refuse(int error)
{
	errno = error;
	return -1;
}

EXPORT int raise(int number)
{
	if (!controlled())
		return REAL(raise)(number);
	if ((!valid(number) && number) || its_own(number))
		return refuse(EINVAL);
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
		return refuse(EINVAL);
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
	t = thread_by_handle(handle);
	if (t != rt.self && number)
		unsupported("pthread_kill of another thread", CALLER);
	if (t == rt.self) {
		signal_raise(number, CALLER);
		return 0;
	}
	/* Only asks whether it is there.  An ended, unjoined one is (POSIX). */
	exit_is_seen();
	sched_point(OP_thread_testcancel, t ? t->id : 0, 0, CALLER);
	return thread_by_handle(handle) ? 0 : ESRCH;
}

EXPORT int sigaction(
	int number, const struct sigaction *new, struct sigaction *old)
{
	struct sigaction copy;

	if (!controlled())
		return REAL(sigaction)(number, new, old);
	if (!valid(number) || its_own(number) ||
		(new && (number == SIGKILL || number == SIGSTOP)))
		return refuse(EINVAL);
	if (new)
		access_read(new, sizeof *new, CALLER);
	state_point(
		TOUCHES_sigaction_action, (uint64_t)number, new != 0, CALLER);
	look(number);
	copy = actions[number];
	if (new)
		*change(number) = *new;
	if (old) {
		access_write(old, sizeof *old, CALLER);
		*old = copy;
	}
	return 0;
}

EXPORT sighandler_t signal(int number, sighandler_t handler)
{
	sighandler_t old;
	struct sigaction *now;
	uint64_t itself = BIT(number);

	if (!controlled())
		return REAL(signal)(number, handler);
	if (!valid(number) || its_own(number) || number == SIGKILL ||
		number == SIGSTOP || handler == SIG_ERR) {
		errno = EINVAL;
		return SIG_ERR;
	}
	state_point(TOUCHES_signal_action, (uint64_t)number, true, CALLER);
	look(number);
	old = actions[number].sa_handler;
	now = change(number);
	*now = (struct sigaction){
		.sa_handler = handler, .sa_flags = SA_RESTART};
	memcpy(&now->sa_mask, &itself, sizeof itself);
	return old;
}

/* --- masks
 * -------------------------------------------------------------------------------
 */

static uint64_t set_word(const sigset_t *set)
{
	uint64_t word;

	memcpy(&word, set, sizeof word);
	return word;
}

/* What was sent while it was blocked. */
/* As the kernel picks one (kernel/signal.c, next_signal): what stands for a
 * fault first, then by number. */
static int next_of(uint64_t due)
{
	uint64_t faults =
		due & (BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGILL) | BIT(SIGTRAP) |
			      BIT(SIGFPE) | BIT(SIGSYS));

	return __builtin_ctzll(faults ? faults : due) + 1;
}

/* What was sent to the thread comes before what was sent to the process. */
static void deliver_due(__typeof__(&masks[0]) m, uint64_t pc)
{
	uint64_t due;
	int number;

	state_value(&pending, sizeof pending, false);
	for (;;) {
		due = m->waiting & ~(m->mask | m->handling);
		if (due) {
			number = next_of(due);
			undo_save(m, sizeof *m);
			m->waiting &= ~BIT(number);
			deliver(number, SI_TKILL, pc);
			continue;
		}
		due = pending & ~(m->mask | m->handling);
		if (!due)
			return;
		number = next_of(due);
		state_value(&pending, sizeof pending, true);
		undo_save8(&pending);
		pending &= ~BIT(number);
		deliver(number, SI_USER, pc);
	}
}

static int change_mask(int how, const sigset_t *new, sigset_t *old, uint64_t pc)
{
	__typeof__(&masks[0]) m = mask_of(rt.self);
	uint64_t before = m->mask | m->handling, word;

	if (new) {
		access_read(new, sizeof word, pc);
		word = set_word(new) & ~NEVER_BLOCKED;
		STATE_POINT(pthread_sigmask, pending, pc);
		any_mask = true;
		spin_object(&m->mask, sizeof m->mask, true);
		undo_save(m, sizeof *m);
		switch (how) {
		case SIG_BLOCK:
			m->mask |= word;
			break;
		case SIG_UNBLOCK:
			m->mask &= ~word;
			m->handling &= ~word;
			break;
		case SIG_SETMASK:
			m->mask = word;
			m->handling = 0;
			break;
		default:
			return EINVAL;
		}
		m->handling &= ~m->mask;
	}
	if (old) {
		access_write(old, sizeof *old, pc);
		memset(old, 0, sizeof *old);
		memcpy(old, &before, sizeof before);
	}
	if (new)
		deliver_due(m, pc);
	return 0;
}

uint64_t signal_mask(void)
{
	return blocked(rt.self);
}

void signal_mask_again(uint64_t mask, uint64_t pc)
{
	__typeof__(&masks[0]) m = mask_of(rt.self);
	uint64_t handling = m->handling & mask, rest = mask & ~handling;

	if (mask == blocked(rt.self))
		return;
	if (rest != m->mask) { /* else a handler is left, and no more */
		STATE_POINT(pthread_sigmask, pending, pc);
		any_mask = true;
		spin_object(&m->mask, sizeof m->mask, true);
	}
	set_masks(rest, handling);
	if (m->waiting || pending)
		deliver_due(m, pc);
}

EXPORT int pthread_sigmask(int how, const sigset_t *new, sigset_t *old)
{
	return controlled() ? change_mask(how, new, old, CALLER)
			    : REAL(pthread_sigmask)(how, new, old);
}

EXPORT int sigprocmask(int how, const sigset_t *new, sigset_t *old)
{
	int rc;

	if (!controlled())
		return REAL(sigprocmask)(how, new, old);
	rc = change_mask(how, new, old, CALLER);
	return rc ? refuse(rc) : 0;
}

EXPORT int sigpending(sigset_t *out)
{
	uint64_t waiting;

	if (!controlled())
		return REAL(sigpending)(out);
	STATE_POINT(sigpending, pending, CALLER);
	state_value(&pending, sizeof pending, false);
	waiting = mask_of(rt.self)->waiting | pending;
	access_write(out, sizeof *out, CALLER);
	memset(out, 0, sizeof *out);
	memcpy(out, &waiting, sizeof waiting);
	return 0;
}

/* --- sets: glibc's stores into the test's memory
 * ------------------------------------------------------------------
 */

EXPORT int sigemptyset(sigset_t *set)
{
	access_write(set, sizeof *set, CALLER);
	return REAL(sigemptyset)(set);
}

EXPORT int sigfillset(sigset_t *set)
{
	access_write(set, sizeof *set, CALLER);
	return REAL(sigfillset)(set);
}

EXPORT int sigaddset(sigset_t *set, int number)
{
	access_write(set, sizeof *set, CALLER);
	return REAL(sigaddset)(set, number);
}

EXPORT int sigdelset(sigset_t *set, int number)
{
	access_write(set, sizeof *set, CALLER);
	return REAL(sigdelset)(set, number);
}

EXPORT int sigismember(const sigset_t *set, int number)
{
	access_read(set, sizeof *set, CALLER);
	return REAL(sigismember)(set, number);
}

#define SET_OF_TWO(name)                                                       \
	EXPORT int name(sigset_t *to, const sigset_t *a, const sigset_t *b)    \
	{                                                                      \
		access_read(a, sizeof *a, CALLER);                             \
		access_read(b, sizeof *b, CALLER);                             \
		access_write(to, sizeof *to, CALLER);                          \
		return REAL(name)(to, a, b);                                   \
	}

SET_OF_TWO(sigandset)
SET_OF_TWO(sigorset)

/* --- refused
 * -------------------------------------------------------------------------------
 */

#define REFUSE(type, name, declaration, ...)                                   \
	EXPORT type name declaration                                           \
	{                                                                      \
		if (controlled())                                              \
			unsupported(#name, CALLER);                            \
		return REAL(name)(__VA_ARGS__);                                \
	}

REFUSE(int, pause, (void))
REFUSE(int, sigwait, (const sigset_t *s, int *n), s, n)
REFUSE(int, sigwaitinfo, (const sigset_t *s, siginfo_t *i), s, i)
REFUSE(int, sigtimedwait,
	(const sigset_t *s, siginfo_t *i, const struct timespec *t), s, i, t)
REFUSE(int, sigsuspend, (const sigset_t *s), s)
REFUSE(int, sigqueue, (pid_t p, int n, const union sigval v), p, n, v)
REFUSE(int, pthread_sigqueue, (pthread_t t, int n, const union sigval v), t, n,
	v)
REFUSE(int, killpg, (pid_t p, int n), p, n)
REFUSE(int, tgkill, (pid_t p, pid_t t, int n), p, t, n)
REFUSE(unsigned, alarm, (unsigned s), s)
REFUSE(useconds_t, ualarm, (useconds_t s, useconds_t i), s, i)
REFUSE(int, setitimer,
	(__itimer_which_t w, const struct itimerval *n, struct itimerval *o), w,
	n, o)
REFUSE(int, timer_create,
	(clockid_t c, struct sigevent *restrict e, timer_t *restrict t), c, e,
	t)
