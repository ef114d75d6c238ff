/* SPDX-License-Identifier: MIT */
#include "native/kernel/process.h"
#include "native/kernel/file.h"
#include "native/kernel/own.h"
#include "native/kernel/tree.h"
#include "native/libc/libc.h"
#include "native/raw.h"
#include "native/state.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	DIRECTORIES_MAX = 256
};

/* Where the process ever was; not rewound, so that a number says it. */
static char directory[DIRECTORIES_MAX][PATH_MAX];
static unsigned directories;

/* Rewound; what the kernel has. */
static struct state {
	uint32_t directory, umask;
} now, real;
static struct rlimit limit[RLIM_NLIMITS]; /* rewound */
bool process_any;
static uint32_t user, group; /* which no test can change */

static uint32_t number_of(const char *path)
{
	uint32_t i;

	for (i = 0; i < directories; i++)
		if (strcmp(directory[i], path) == 0)
			return i;
	if (directories == DIRECTORIES_MAX)
		run_error(ERR_UNSUPPORTED, 0,
			"more than %d working directories: scarp supports that "
			"many" SC(502),
			DIRECTORIES_MAX);
	strcpy(directory[i], path);
	directories++;
	return i;
}

/* The number of the kernel's working directory. */
static uint32_t here(void)
{
	static char path[PATH_MAX];

	if (raw_syscall(SYS_getcwd, (long)path, sizeof path) <= 0)
		*path = 0;
	return number_of(path);
}

void process_init(void)
{
	now.directory = here();
	now.umask = (uint32_t)raw_syscall(SYS_umask, 0, 0);
	raw_syscall(SYS_umask, now.umask, 0);
	user = (uint32_t)raw_syscall(SYS_geteuid, 0, 0);
	group = (uint32_t)raw_syscall(SYS_getegid, 0, 0);
	real = now;
	for (int i = 0; i < RLIM_NLIMITS; i++)
		getrlimit((__rlimit_resource_t)i, &limit[i]);
}

void process_settle(void)
{
	number_limit = limit[RLIMIT_NOFILE].rlim_cur;
	if (real.directory != now.directory)
		raw_syscall(
			SYS_chdir, (long)own_name(directory[now.directory]), 0);
	if (real.umask != now.umask)
		raw_syscall(SYS_umask, now.umask, 0);
	real = now;
}

/* Before one of them changes. */
static void change(uint32_t *which)
{
	process_any = true;
	state_value(which, sizeof *which, true);
	undo_save(&now, sizeof now);
}

const char *process_directory(void)
{
	return directory[now.directory];
}

void process_moved(const char *path)
{
	change(&now.directory);
	now.directory = number_of(path);
}

uint32_t process_umask(void)
{
	return now.umask;
}

uint32_t process_user(void)
{
	return user;
}

uint32_t process_group(void)
{
	return group;
}

static int go_to(const char *path)
{
	change(&now.directory);
	now.directory = number_of(path);
	if (raw_syscall(SYS_chdir, (long)own_name(path), 0) == 0)
		real.directory = now.directory;
	return 0;
}

static int chdir_to(const char *path, uint64_t pc)
{
	static struct found f;
	int error;

	path = read_string(path, pc);
	STATE_POINT(chdir, directory, pc);
	tree_look_also(TOUCHES_chdir_tree);
	error = tree_walk(process_directory(), path, true, &f);
	if (!error && !f.st.st_mode)
		error = ENOENT;
	if (!error && !S_ISDIR(f.st.st_mode))
		error = ENOTDIR;
	if (!error)
		error = tree_may(&f, X_OK);
	return error ? (int)refuse_call(error) : go_to(f.path);
}

static int chdir_by(int number, uint64_t pc)
{
	static struct found at;
	const struct file *f;
	int error;

	numbers_point(OP_fd_control, pc);
	STATE_ALSO(fchdir, directory);
	tree_look_also(TOUCHES_fchdir_tree);
	f = file_of(number);
	if (f ? f->kind == FILE_REAL : number_is_kernels(number))
		unsupported("fchdir to a folder of the kernel's", pc);
	if (!f || f->kind != FILE_FOLDER)
		return (int)refuse_call(f ? ENOTDIR : EBADF);
	file_looked_at(f);
	if (tree_walk_folder(f, &at))
		unsupported("fchdir to a folder that was removed", pc);
	error = tree_may(&at, X_OK);
	return error ? (int)refuse_call(error) : go_to(at.path);
}

EXPORT int LIBC(chdir)(const char *path)
{
	return controlled() ? chdir_to(path, CALLER) : REAL(chdir)(path);
}

EXPORT int LIBC(fchdir)(int number)
{
	return controlled() ? chdir_by(number, CALLER) : REAL(fchdir)(number);
}

static char *cwd(char *out, size_t n, uint64_t pc)
{
	const char *path;
	size_t length;

	STATE_POINT(getcwd, directory, pc);
	state_value(&now.directory, sizeof now.directory, false);
	path = directory[now.directory];
	length = strlen(path) + 1;
	if (!out)
		out = malloc(n ? n : length);
	else if (n == 0)
		return refuse_call(EINVAL), (char *)0;
	if (n && n < length)
		return refuse_call(ERANGE), (char *)0;
	put_bytes(out, path, length, pc);
	return out;
}

EXPORT char *LIBC(getcwd)(char *out, size_t n)
{
	return controlled() ? cwd(out, n, CALLER) : REAL(getcwd)(out, n);
}

EXPORT char *LIBC(get_current_dir_name)(void)
{
	return controlled() ? cwd(0, 0, CALLER) : REAL(get_current_dir_name)();
}

EXPORT mode_t LIBC(umask)(mode_t mask)
{
	mode_t old;

	if (!controlled())
		return REAL(umask)(mask);
	STATE_POINT(umask, umask, CALLER);
	old = now.umask;
	change(&now.umask);
	now.umask = real.umask = mask & 0777;
	raw_syscall(SYS_umask, now.umask, 0);
	return old;
}

/* --- limits
 * --------------------------------------------------------------------------------
 */

/* Those whose only effect is one that scarp has, too, or that no test of
 * threads can see. */
static bool settable(int which)
{
	return which == RLIMIT_NOFILE || which == RLIMIT_CORE ||
	       which == RLIMIT_STACK;
}

static int limits(
	int which, const struct rlimit *new, struct rlimit *old, uint64_t pc)
{
	struct rlimit copy, wanted;

	if (which < 0 || which >= RLIM_NLIMITS)
		return (int)refuse_call(EINVAL);
	if (new) {
		access_read(new, sizeof *new, pc);
		wanted = *new;
	}
	state_point(TOUCHES_prlimit_limits, 0, new != 0, pc);
	state_value(&limit[which], sizeof *limit, false);
	copy = limit[which];
	if (new) {
		if (wanted.rlim_cur > wanted.rlim_max)
			return (int)refuse_call(EINVAL);
		if (wanted.rlim_max > copy.rlim_max)
			return (int)refuse_call(EPERM);
		if (!settable(which) &&
			memcmp(&wanted, &copy, sizeof copy) != 0)
			unsupported("setrlimit of another limit than "
				    "RLIMIT_NOFILE, CORE and STACK",
				pc);
		process_any = true;
		state_value(&limit[which], sizeof *limit, true);
		state_value(&number_limit, sizeof number_limit, true);
		undo_save(&limit[which], sizeof *limit);
		limit[which] = wanted;
		number_limit = limit[RLIMIT_NOFILE].rlim_cur;
	}
	if (old) {
		access_write(old, sizeof *old, pc);
		*old = copy;
	}
	return 0;
}

#define GET_LIMIT(name)                                                        \
	EXPORT int LIBC(name)(int which, struct rlimit *out)                   \
	{                                                                      \
		return controlled() ? limits(which, 0, out, CALLER)            \
				    : ((int (*)(int, struct rlimit *))REAL(    \
					      name))(which, out);              \
	}
#define SET_LIMIT(name)                                                        \
	EXPORT int LIBC(name)(int which, const struct rlimit *new)             \
	{                                                                      \
		return controlled()                                            \
			       ? limits(which, new, 0, CALLER)                 \
			       : ((int (*)(int, const struct rlimit *))REAL(   \
					 name))(which, new);                   \
	}
#define BOTH_LIMITS(name)                                                      \
	EXPORT int LIBC(name)(pid_t process, int which,                        \
		const struct rlimit *new, struct rlimit *old)                  \
	{                                                                      \
		if (!controlled())                                             \
			return ((int (*)(pid_t, int, const struct rlimit *,    \
				struct rlimit *))REAL(name))(                  \
				process, which, new, old);                     \
		if (process && process != getpid())                            \
			unsupported(#name " of another process", CALLER);      \
		return limits(which, new, old, CALLER);                        \
	}

GET_LIMIT(getrlimit)
GET_LIMIT(getrlimit64)
SET_LIMIT(setrlimit)
SET_LIMIT(setrlimit64)
BOTH_LIMITS(prlimit)
BOTH_LIMITS(prlimit64)

/* What the C library asks the kernel for, which has not heard of ours. */
static long limit_now(int which, uint64_t pc)
{
	state_point(TOUCHES_sysconf_limits, 0, false, pc);
	state_value(&limit[which], sizeof *limit, false);
	return limit[which].rlim_cur < LONG_MAX ? (long)limit[which].rlim_cur
						: -1; /* none */
}

EXPORT long LIBC(sysconf)(int name)
{
	enum {
		SHARE = 4, /* of the stack is for arguments */
		LEAST = 128 << 10,
		MOST = 6 << 20
	};
	long stack;

	if (!controlled())
		return REAL(sysconf)(name);
	switch (name) {
	case _SC_OPEN_MAX:
		return limit_now(RLIMIT_NOFILE, CALLER);
	case _SC_ARG_MAX:
		stack = limit_now(RLIMIT_STACK, CALLER);
		if (stack < 0 || stack / SHARE > MOST)
			return MOST;
		return stack / SHARE > LEAST ? stack / SHARE : LEAST;
	default:
		return REAL(sysconf)(name);
	}
}

EXPORT int LIBC(getdtablesize)(void)
{
	long n;

	if (!controlled())
		return REAL(getdtablesize)();
	n = limit_now(RLIMIT_NOFILE, CALLER);
	return n < 0 || n > INT_MAX ? INT_MAX : (int)n;
}
