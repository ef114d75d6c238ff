/* SPDX-License-Identifier: MIT */
/* look.c - what is at a path: stat, access, readlink, realpath
 *
 * In checkpoint and restart mode nobody changes files while the test runs
 * (open.c): the kernel's answer is the same in all executions, and what it
 * depends on is the working directory alone.  What /proc and /sys make up is
 * not so, but for the program's own path.  In fork mode files may change, which
 * the first call that may tells: from the next round on these are calls that
 * nobody sees.
 */
#include "native/kernel/file.h"
#include "native/libc/libc.h"
#include "native/libc/library.h"
#include "native/outside/outside.h"
#include "native/raw.h"
#include "native/spin.h"
#include "native/state.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define AS_IT_IS(name) TOUCHES_##name##_directory

void files_change(void)
{
	if (rt.mode != MODE_FORK || rt.channel->files_change)
		return;
	rt.channel->files_change = 1;
	rt.points_grew |= rt.channel->files_looked != 0;
}

/* By the kernel, differently for each process, or from time to time. */
static bool is_made_up(const char *path)
{
	static const char *const begin[] = {
		"/proc/", "/sys/", "/dev/fd/", "/dev/std"};

	while (path[0] == '/' && path[1] == '/')
		path++;
	for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
		if (strncmp(path, begin[i], strlen(begin[i])) == 0)
			return strcmp(path, "/proc/self/exe") != 0;
	return false;
}

/* Before the kernel is asked. */
static void begins(
	const char *name, enum touches what, const char *path, uint64_t pc)
{
	bool changes = rt.mode == MODE_FORK && rt.channel->files_now;

	if (is_made_up(path))
		outside_unknown(name, pc);
	if (is_made_up(path) || changes) {
		caveat(CAVEAT_file_writes, "%s", name);
		outside_made(name, pc);
		return;
	}
	if (rt.mode == MODE_FORK && !rt.channel->files_looked) {
		rt.channel->files_looked = 1;
		rt.points_grew |= rt.channel->files_change != 0;
	}
	if (*path != '/')
		state_point(what, 0, false, pc);
}

/* --- stat
 * -----------------------------------------------------------------------------------
 */

static int status(const char *name, enum touches what, const char *path,
	struct stat *out, int flags, uint64_t pc)
{
	struct stat st;
	long rc;

	path = read_string(path, pc);
	begins(name, what, path, pc);
	rc = raw_syscall6(
		SYS_newfstatat, AT_FDCWD, (long)path, (long)&st, flags, 0, 0);
	if (rc < 0)
		return (int)refuse_call((int)-rc);
	access_write(out, sizeof *out, pc);
	*out = st;
	return 0;
}

#define STATUS(name, type, flags)                                              \
	EXPORT int LIBC(name)(const char *path, struct type *out)              \
	{                                                                      \
		return controlled() ? status(#name, AS_IT_IS(name), path,      \
					      (struct stat *)(void *)out,      \
					      flags, CALLER)                   \
				    : REAL(name)(path, out);                   \
	}
STATUS(stat, stat, 0)
STATUS(stat64, stat64, 0)
STATUS(lstat, stat, AT_SYMLINK_NOFOLLOW)
STATUS(lstat64, stat64, AT_SYMLINK_NOFOLLOW)

EXPORT int LIBC(access)(const char *path, int how)
{
	long rc;

	if (!controlled())
		return REAL(access)(path, how);
	path = read_string(path, CALLER);
	begins("access", AS_IT_IS(access), path, CALLER);
	rc = raw_syscall(SYS_access, (long)path, how);
	return rc < 0 ? (int)refuse_call((int)-rc) : 0;
}

/* --- links and names
 * ------------------------------------------------------------------------ */

EXPORT ssize_t LIBC(readlink)(const char *path, char *out, size_t n)
{
	char text[PATH_MAX];
	long rc;

	if (!controlled())
		return REAL(readlink)(path, out, n);
	path = read_string(path, CALLER);
	begins("readlink", AS_IT_IS(readlink), path, CALLER);
	if ((int)n <= 0)
		return refuse_call(EINVAL);
	rc = raw_syscall6(SYS_readlink, (long)path, (long)text,
		(long)(n < sizeof text ? n : sizeof text), 0, 0, 0);
	if (rc < 0)
		return refuse_call((int)-rc);
	put_bytes(out, text, (size_t)rc, CALLER);
	return rc;
}

/* The library's own, with its own memory. */
static char *whole_path(const char *name, enum touches what, const char *path,
	char *out, uint64_t pc)
{
	char text[PATH_MAX] = "", *good;

	if (!path)
		return refuse_call(EINVAL), (char *)0;
	path = read_string(path, pc);
	begins(name, what, path, pc);
	library_begin();
	good = REAL(realpath)(path, text); /* or as far as it came */
	library_forget();		   /* how many links there may be */
	if (!out && good)
		out = malloc(strlen(text) + 1);
	if (out)
		put_bytes(out, text, strlen(text) + 1, pc);
	return good ? out : 0;
}

EXPORT char *LIBC(realpath)(const char *path, char *out)
{
	return controlled() ? whole_path("realpath", AS_IT_IS(realpath), path,
				      out, CALLER)
			    : REAL(realpath)(path, out);
}

EXPORT char *LIBC(canonicalize_file_name)(const char *path)
{
	return controlled() ? whole_path("canonicalize_file_name",
				      AS_IT_IS(canonicalize_file_name), path, 0,
				      CALLER)
			    : REAL(canonicalize_file_name)(path);
}
