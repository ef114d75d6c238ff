/* SPDX-License-Identifier: MIT */
/* signal.c - signals that the test sends to itself
 *
 * Dispositions and masks are kept here, rewound, and never reach the kernel: no
 * signal comes from outside.  raise and its like call the handler at once, on
 * the running thread.  A signal to another thread, timers and waiting for
 * signals are refused.
 */
#include "native/footprint.h"
#include "native/posix/ident.h"
#include "native/posix/thread_api.h"
#include "native/spin.h"
#include "native/thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	SIGNALS = 65
};

static struct sigaction actions[SIGNALS];

/* Of a thread; an earlier life's does not count. */
static struct {
	uint64_t life;
	uint64_t mask;
	uint64_t waiting; /* raised while blocked */
} masks[THREADS_MAX];

static __typeof__(&masks[0]) mask_of(const struct thread *t)
{
	__typeof__(&masks[0]) m = &masks[t->id];

	if (m->life != t->life) {
		undo_save(m, sizeof *m);
		m->life = t->life;
		m->mask = 0;
		m->waiting = 0;
	}
	return m;
}

static bool ignored_by_default(int number)
{
	return number == SIGCHLD || number == SIGURG || number == SIGWINCH ||
	       number == SIGCONT;
}

static void handle(int number, const struct sigaction *a)
{
	if (a->sa_flags & SA_SIGINFO) {
		siginfo_t info = {.si_signo = number,
			.si_code = SI_TKILL,
			.si_pid = PROCESS_ID};

		a->sa_sigaction(number, &info, 0);
	} else {
		a->sa_handler(number);
	}
}

void signal_raise(int number, uint64_t pc)
{
	__typeof__(&masks[0]) m = mask_of(rt.self);
	struct sigaction *a = &actions[number];
	struct sigaction now = *a;

	shared_read(a);
	if (number == 0)
		return;
	if (m->mask >> (number - 1) & 1) {
		spin_object(&m->waiting, sizeof m->waiting, true);
		undo_save(m, sizeof *m);
		m->waiting |= 1ull << (number - 1);
		return;
	}
	if (now.sa_handler == SIG_IGN ||
		(now.sa_handler == SIG_DFL && ignored_by_default(number)))
		return;
	if (now.sa_handler == SIG_DFL)
		bug(number == SIGABRT ? BUG_abort : BUG_crash, pc, 0,
			"thread T%u sends the process signal %d (%s), which "
			"ends it",
			rt.self->id, number, sigdescr_np(number));
	if (now.sa_flags & SA_RESETHAND) {
		shared_write(a);
		undo_save(a, sizeof *a);
		a->sa_handler = SIG_DFL;
	}
	handle(number, &now);
}

static bool valid(int number)
{
	return number > 0 && number < SIGNALS;
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
	if (!valid(number) && number)
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
	signal_raise(number, CALLER);
	return 0;
}

EXPORT int pthread_kill(pthread_t handle, int number)
{
	struct thread *t;

	if (!controlled())
		return REAL(pthread_kill)(handle, number);
	if (!valid(number) && number)
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
	if (!valid(number) || (new && (number == SIGKILL || number == SIGSTOP)))
		return refuse(EINVAL);
	shared_read(&actions[number]);
	copy = actions[number];
	if (new) {
		access_read(new, sizeof *new, CALLER);
		shared_write(&actions[number]);
		spin_abandon();
		undo_save(&actions[number], sizeof actions[0]);
		actions[number] = *new;
	}
	if (old) {
		access_write(old, sizeof *old, CALLER);
		*old = copy;
	}
	return 0;
}

EXPORT sighandler_t signal(int number, sighandler_t handler)
{
	sighandler_t old;

	if (!controlled())
		return REAL(signal)(number, handler);
	if (!valid(number) || number == SIGKILL || number == SIGSTOP) {
		errno = EINVAL;
		return SIG_ERR;
	}
	old = actions[number].sa_handler;
	shared_write(&actions[number]);
	spin_abandon();
	undo_save(&actions[number], sizeof actions[0]);
	actions[number] = (struct sigaction){
		.sa_handler = handler, .sa_flags = SA_RESTART};
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

static int change_mask(int how, const sigset_t *new, sigset_t *old, uint64_t pc)
{
	__typeof__(&masks[0]) m = mask_of(rt.self);
	uint64_t before = m->mask, word, due;

	if (new) {
		access_read(new, sizeof word, pc);
		word = set_word(new);
		spin_object(&m->mask, sizeof m->mask, true);
		undo_save(m, sizeof *m);
		switch (how) {
		case SIG_BLOCK:
			m->mask |= word;
			break;
		case SIG_UNBLOCK:
			m->mask &= ~word;
			break;
		case SIG_SETMASK:
			m->mask = word;
			break;
		default:
			return EINVAL;
		}
	}
	if (old) {
		access_write(old, sizeof *old, pc);
		memset(old, 0, sizeof *old);
		memcpy(old, &before, sizeof before);
	}
	while ((due = m->waiting & ~m->mask)) {
		undo_save(m, sizeof *m);
		m->waiting &= ~(due & -due);
		signal_raise(__builtin_ctzll(due) + 1, pc);
	}
	return 0;
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
	waiting = mask_of(rt.self)->waiting;
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
