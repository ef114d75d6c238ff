/* SPDX-License-Identifier: MIT */
/* ident.c - whatever the kernel would ask a thread's tid for (native-rules 7)
 *
 * The test's threads have none: their control blocks were lent by threads that
 * ended.  What can be answered without the kernel is answered; the rest ends
 * the run with an error that names the function and the line.
 */
#include "native/footprint.h"
#include "native/posix/ident.h"
#include "native/libc/libc.h"
#include "native/posix/thread_api.h"
#include "native/state.h"
#include "native/threads/early.h"
#include "native/threads/thread.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* --- numbers
 * -----------------------------------------------------------------------------
 */

EXPORT pid_t getpid(void)
{
	return controlled() ? PROCESS_ID : REAL(getpid)();
}

EXPORT pid_t getppid(void)
{
	return controlled() ? PROCESS_ID - 1 : REAL(getppid)();
}

pid_t thread_number(void)
{
	if (rt.self->id)
		caveat(CAVEAT_fixed_numbers, "gettid");
	return PROCESS_ID + rt.self->id;
}

EXPORT pid_t gettid(void)
{
	return controlled() ? thread_number() : REAL(gettid)();
}

EXPORT int sched_getcpu(void)
{
	if (!controlled())
		return REAL(sched_getcpu)();
	caveat(CAVEAT_one_processor, "sched_getcpu");
	return 0;
}

EXPORT int getcpu(unsigned *cpu, unsigned *node)
{
	if (!controlled())
		return REAL(getcpu)(cpu, node);
	if (cpu) {
		caveat(CAVEAT_one_processor, "getcpu");
		access_write(cpu, sizeof *cpu, CALLER);
		*cpu = 0;
	}
	if (node) {
		access_write(node, sizeof *node, CALLER);
		*node = 0;
	}
	return 0;
}

/* --- names
 * ---------------------------------------------------------------------------------
 */

/* Of another thread: glibc finds it among the kernel's, where it is gone once
 * it has ended. */
static bool name_gone(const struct thread *t)
{
	if (t == rt.self)
		return false;
	exit_is_seen();
	shared_read(t);
	return t->state != THREAD_LIVE;
}

/* Has t created threads since it created the running one, if it did?  They had
 * its name before this one: creating a thread is no decision point. */
static bool has_younger(const struct thread *t)
{
	return t->children > (rt.self->creator == t->id ? rt.self->nth + 1 : 0);
}

static int name_set(struct thread *t, const char *name, uint64_t pc)
{
	size_t n;

	name = read_string(name, pc);
	n = strlen(name);
	if (n >= THREAD_NAME_MAX)
		return ERANGE;
	if (!thread_lives(t, pc))
		return ENOENT;
	state_point(TOUCHES_pthread_setname_np_name, t->id, true, pc);
	if (name_gone(t)) /* since its file was opened */
		return ESRCH;
	state_value((char *)t->name, THREAD_NAME_MAX, true);
	if (t != rt.self && has_younger(t))
		caveat(CAVEAT_names_inherited, "thread T%u", t->id);
	memcpy(thread_rare(t)->name, name, n + 1);
	t->rare.named = t == rt.self ? NAMED : NAMED_BY_OTHER;
	return 0;
}

/* Until it has a name of its own a thread has its creator's: the program's. */
static const char *name_get(const struct thread *t)
{
	state_value((char *)(uintptr_t)t->name, THREAD_NAME_MAX, false);
	return t->named ? t->name : program_invocation_short_name;
}

/* Read where its point is; stored only then, which may be a point, too. */
static void name_give(const struct thread *t, char *out, uint64_t pc)
{
	char name[THREAD_NAME_MAX];

	snprintf(name, sizeof name, "%s", name_get(t));
	access_write(out, THREAD_NAME_MAX, pc);
	snprintf(out, THREAD_NAME_MAX, "%s", name);
}

EXPORT int pthread_setname_np(pthread_t handle, const char *name)
{
	struct thread *t;
	int error;

	if (!controlled())
		return early_handle(handle)
			       ? 0
			       : REAL(pthread_setname_np)(handle, name);
	t = thread_named(handle, "pthread_setname_np", CALLER);
	error = name_set(t, name, CALLER);
	thread_named(handle, "pthread_setname_np", CALLER);
	return error;
}

EXPORT int pthread_getname_np(pthread_t handle, char *out, size_t size)
{
	struct thread *t;

	if (!controlled())
		return REAL(pthread_getname_np)(handle, out, size);
	t = thread_named(handle, "pthread_getname_np", CALLER);
	if (size < THREAD_NAME_MAX)
		return ERANGE;
	if (!thread_lives(t, CALLER))
		return ENOENT;
	state_point(TOUCHES_pthread_getname_np_name, t->id, false, CALLER);
	thread_named(handle, "pthread_getname_np", CALLER);
	if (name_gone(t))
		return ESRCH;
	name_give(t, out, CALLER);
	return 0;
}

/* As the kernel does: a longer one is cut off. */
static int name_cut(const char *name, uint64_t pc)
{
	char cut[THREAD_NAME_MAX] = "";
	const char *text = look_string(name, THREAD_NAME_MAX - 1, pc);
	size_t n = strnlen(text, THREAD_NAME_MAX - 1);

	seen(name, text, n + (n < THREAD_NAME_MAX - 1), pc);
	memcpy(cut, text, n);
	return name_set(rt.self, cut, pc) ? -1 : 0;
}

/* A thread's own, and of those that it creates; scarp itself may have been
 * started so.  Programs that it would concern are never executed. */
static uint8_t no_new_privs[THREADS_MAX];

static void no_new_privs_is(tid thread, uint8_t value)
{
	if (no_new_privs[thread] == value)
		return;
	undo_save(&no_new_privs[thread], 1);
	no_new_privs[thread] = value;
}

void no_new_privs_inherit(tid thread, tid creator)
{
	no_new_privs_is(thread, no_new_privs[creator]);
}

static int no_new_privs_set(const unsigned long *a)
{
	if (a[0] != 1 || a[1] || a[2] || a[3]) {
		errno = EINVAL;
		return -1;
	}
	no_new_privs_is(rt.self->id, 1);
	return 0;
}

static int no_new_privs_get(const unsigned long *a)
{
	int got = REAL(prctl)(PR_GET_NO_NEW_PRIVS, a[0], a[1], a[2], a[3]);

	return got == 0 ? no_new_privs[rt.self->id] : got;
}

EXPORT int prctl(int option, ...)
{
	__builtin_va_list args;
	unsigned long a[4];

	__builtin_va_start(args, option);
	for (int i = 0; i < 4; i++)
		a[i] = __builtin_va_arg(args, unsigned long);
	__builtin_va_end(args);
	if (!controlled())
		return REAL(prctl)(option, a[0], a[1], a[2], a[3]);
	switch (option) {
	case PR_SET_NAME:
		return name_cut((const char *)a[0], CALLER);
	case PR_GET_NAME:
		state_point(TOUCHES_prctl_name, rt.self->id, false, CALLER);
		name_give(rt.self, (char *)a[0], CALLER);
		return 0;
	case PR_SET_NO_NEW_PRIVS:
		return no_new_privs_set(a);
	case PR_GET_NO_NEW_PRIVS:
		return no_new_privs_get(a);
	case PR_GET_THP_DISABLE:
	case PR_SET_VMA: /* which name a mapping has in /proc */
		return REAL(prctl)(option, a[0], a[1], a[2], a[3]);
	default:
		unsupported("prctl", CALLER);
	}
}

/* --- clocks
 * -------------------------------- */

/* A thread's clock of processor time is the virtual one, like all others. */
EXPORT int pthread_getcpuclockid(pthread_t handle, clockid_t *out)
{
	if (!controlled())
		return REAL(pthread_getcpuclockid)(handle, out);
	if (!handle_lives(handle, "pthread_getcpuclockid", CALLER))
		return ESRCH;
	access_write(out, sizeof *out, CALLER);
	*out = CLOCK_THREAD_CPUTIME_ID;
	return 0;
}

/* --- other processes: refused
 * ------------------------------------------------------------------ */

static __attribute__((noreturn)) void refused(const char *name, uint64_t pc)
{
	if (strncmp(name, "set", 3) == 0)
		run_error(ERR_UNSUPPORTED, pc,
			"the test calls '%s', which scarp does not support: "
			"in a test the process keeps its user, its groups and "
			"its session; start scarp as the user that the test "
			"is to be, or leave the call out of the test" SC(501),
			name);
	run_error(ERR_UNSUPPORTED, pc,
		"the test calls '%s', which scarp does not support: it follows "
		"one process; let a thread of the test do what the other "
		"process does, or leave the call out of the test" SC(501),
		name);
}

#define REFUSE_0(type, name)                                                   \
	type name(void);                                                       \
	EXPORT type name(void)                                                 \
	{                                                                      \
		if (controlled())                                              \
			refused(#name, CALLER);                                \
		return REAL(name)();                                           \
	}
#define REFUSE_1(type, name, A)                                                \
	type name(A);                                                          \
	EXPORT type name(A a)                                                  \
	{                                                                      \
		if (controlled())                                              \
			refused(#name, CALLER);                                \
		return REAL(name)(a);                                          \
	}
#define REFUSE_2(type, name, A, B)                                             \
	type name(A, B);                                                       \
	EXPORT type name(A a, B b)                                             \
	{                                                                      \
		if (controlled())                                              \
			refused(#name, CALLER);                                \
		return REAL(name)(a, b);                                       \
	}
#define REFUSE_3(type, name, A, B, C)                                          \
	type name(A, B, C);                                                    \
	EXPORT type name(A a, B b, C c)                                        \
	{                                                                      \
		if (controlled())                                              \
			refused(#name, CALLER);                                \
		return REAL(name)(a, b, c);                                    \
	}
#define REFUSE_4(type, name, A, B, C, D)                                       \
	type name(A, B, C, D);                                                 \
	EXPORT type name(A a, B b, C c, D d)                                   \
	{                                                                      \
		if (controlled())                                              \
			refused(#name, CALLER);                                \
		return REAL(name)(a, b, c, d);                                 \
	}
#define REFUSE_6(type, name, A, B, C, D, E, F)                                 \
	type name(A, B, C, D, E, F);                                           \
	EXPORT type name(A a, B b, C c, D d, E e, F f)                         \
	{                                                                      \
		if (controlled())                                              \
			refused(#name, CALLER);                                \
		return REAL(name)(a, b, c, d, e, f);                           \
	}

typedef char *const *strings;
typedef const char *text;

REFUSE_0(pid_t, fork)
REFUSE_0(pid_t, _Fork)
REFUSE_2(int, execv, text, strings)
REFUSE_2(int, execvp, text, strings)
REFUSE_3(int, execve, text, strings, strings)
REFUSE_3(int, execvpe, text, strings, strings)
REFUSE_3(int, fexecve, int, strings, strings)
REFUSE_1(int, system, text)
REFUSE_2(FILE *, popen, text, text)
REFUSE_2(int, daemon, int, int)
REFUSE_6(int, posix_spawn, pid_t *, text, const void *, const void *, strings,
	strings)
REFUSE_6(int, posix_spawnp, pid_t *, text, const void *, const void *, strings,
	strings)
REFUSE_1(pid_t, wait, int *)
REFUSE_3(pid_t, waitpid, pid_t, int *, int)
REFUSE_1(int, setuid, uid_t)
REFUSE_1(int, setgid, gid_t)
REFUSE_1(int, seteuid, uid_t)
REFUSE_1(int, setegid, gid_t)
REFUSE_2(int, setreuid, uid_t, uid_t)
REFUSE_2(int, setregid, gid_t, gid_t)
REFUSE_3(int, setresuid, uid_t, uid_t, uid_t)
REFUSE_3(int, setresgid, gid_t, gid_t, gid_t)
REFUSE_2(int, setgroups, size_t, const gid_t *)
REFUSE_2(int, setpgid, pid_t, pid_t)
REFUSE_0(pid_t, setsid)

EXPORT pid_t vfork(void)
{
	if (controlled())
		refused("vfork", CALLER);
	return REAL(fork)(); /* POSIX allows them to be the same */
}

/* execl and its like, as lists of arguments. */
enum {
	ARGUMENTS_MAX = 1024
};

#define COLLECT(list, first)                                                   \
	char *list[ARGUMENTS_MAX];                                             \
	__builtin_va_list args;                                                \
                                                                               \
	list[0] = (char *)(uintptr_t)(first);                                  \
	__builtin_va_start(args, first);                                       \
	for (int i = 1; list[i - 1] && i < ARGUMENTS_MAX; i++)                 \
		list[i] = __builtin_va_arg(args, char *);                      \
	list[ARGUMENTS_MAX - 1] = 0

EXPORT int execl(const char *path, const char *first, ...)
{
	COLLECT(list, first);
	__builtin_va_end(args);
	if (controlled())
		refused("execl", CALLER);
	return REAL(execv)(path, list);
}

EXPORT int execlp(const char *path, const char *first, ...)
{
	COLLECT(list, first);
	__builtin_va_end(args);
	if (controlled())
		refused("execlp", CALLER);
	return REAL(execvp)(path, list);
}

EXPORT int execle(const char *path, const char *first, ...)
{
	char **environment;

	COLLECT(list, first);
	environment = __builtin_va_arg(args, char **);
	__builtin_va_end(args);
	if (controlled())
		refused("execle", CALLER);
	return REAL(execve)(path, list, environment);
}

/* pthread_atfork: no execution ever forks. */
int __register_atfork(
	void (*before)(void), void (*in)(void), void (*after)(void), void *dso);
EXPORT int __register_atfork(
	void (*before)(void), void (*in)(void), void (*after)(void), void *dso)
{
	return controlled() ? 0
			    : REAL(__register_atfork)(before, in, after, dso);
}
