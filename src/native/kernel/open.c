/* SPDX-License-Identifier: MIT */
/* open.c - files on disk
 *
 * A regular file that is opened for reading alone is read at once, as it is:
 * nobody changes it while an execution goes on in checkpoint or restart mode.
 * What may write, and what is no regular file (but /dev/null and /dev/zero),
 * is the kernel's business, in fork mode only.
 */
#include "native/kernel/file.h"
#include "native/libc/libc.h"
#include "native/posix/cancel.h"
#include "native/raw.h"
#include "native/state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	READ_MOST = 64 << 20 /* larger ones are left to the kernel */
};

static bool only_reads(int flags)
{
	int other = O_CREAT | O_TRUNC | O_PATH | O_DIRECTORY | O_TMPFILE;

	return (flags & O_ACCMODE) == O_RDONLY && !(flags & other);
}

/* Of files the kernel makes up the contents differ from time to time. */
static bool made_up(const char *path)
{
	return strncmp(path, "/proc/", 6) == 0 ||
	       strncmp(path, "/sys/", 5) == 0;
}

/* Files of /proc beside the folders of processes are there as long as the
 * kernel runs: one that is not will not be there the next time either. */
static bool never_there(const char *path)
{
	return strncmp(path, "/proc/", 6) == 0 && path[6] >= 'a' &&
	       path[6] <= 'z' && !strchr(path + 6, '/') &&
	       raw_syscall(SYS_access, (long)path, 0) == -ENOENT;
}

static int give(struct file *f, int flags)
{
	int number;

	f->refs = 1; /* while it is given */
	number = number_new(f, 0, flags & O_CLOEXEC);
	file_drop(f);
	if (number >= 0)
		trace_result((uint64_t)number);
	return number;
}

static bool read_all(int fd, struct content *c, uint64_t size)
{
	uint32_t *words = arena_words(size / 4 + 2, &c->at);
	uint64_t n = 0;
	long got;

	while (n < size &&
		(got = raw_syscall6(SYS_read, fd, (long)((char *)words + n),
			 (long)(size - n), 0, 0, 0)) > 0)
		n += (uint64_t)got;
	c->size = n;
	c->room = size / 4 * 4 + 8;
	c->constant = 1;
	return n == size;
}

/* 0: it is not for us.  Else a number, or -1 with errno. */
static int open_to_read(int folder, const char *path, int flags, int *out)
{
	struct content *c;
	struct file *f;
	struct stat st;
	long fd;

	if (strcmp(path, "/dev/null") == 0 || strcmp(path, "/dev/zero") == 0) {
		f = file_new(path[5] == 'n' ? FILE_NULL : FILE_ZERO,
			((uint32_t)flags &
				(O_ACCMODE | O_NONBLOCK | O_APPEND)) |
				FILE_IS_LARGE);
		*out = f ? give(f, flags) : -1;
		return 1;
	}
	if (!only_reads(flags) || (made_up(path) && !never_there(path)))
		return 0;
	fd = raw_syscall6(SYS_openat, folder, (long)path,
		flags | O_CLOEXEC | O_NONBLOCK, 0, 0, 0);
	if (fd < 0) {
		spin_abandon(); /* the next time it may be there */
		*out = (int)refuse_call((int)-fd);
		return 1;
	}
	if (raw_syscall(SYS_fstat, fd, (long)&st) < 0 || !S_ISREG(st.st_mode) ||
		st.st_size > READ_MOST) {
		raw_syscall(SYS_close, fd, 0);
		return 0;
	}
	f = file_new(FILE_BYTES,
		((uint32_t)flags & (O_ACCMODE | O_NONBLOCK)) | FILE_IS_LARGE);
	if (f) {
		f->content = content_new();
		c = &contents[f->content - 1];
		c->stat = stat_keep(&st);
		read_all((int)fd, c, (uint64_t)st.st_size);
	}
	raw_syscall(SYS_close, fd, 0);
	*out = f ? give(f, flags) : -1;
	return 1;
}

/* In a process of its own; the kernel's number becomes ours. */
static int open_really(
	int folder, const char *path, int flags, unsigned mode, uint64_t pc)
{
	struct file *f;
	long fd;
	int number;

	only_forked(pc, "open of '%.150s'", path);
	spin_abandon();
	fd = raw_syscall6(SYS_openat, folder, (long)path, flags, mode, 0, 0);
	if (fd < 0)
		return (int)refuse_call((int)-fd);
	f = file_new(FILE_REAL, (uint32_t)flags);
	number = f ? give(f, flags) : -1;
	if (number < 0) {
		raw_syscall(SYS_close, fd, 0);
	} else if (number != fd) {
		raw_syscall6(SYS_dup3, fd, number,
			flags & O_CLOEXEC ? O_CLOEXEC : 0, 0, 0, 0);
		raw_syscall(SYS_close, fd, 0);
	}
	return number;
}

/* What the kernel calls so is a file of its own, or none. */
static bool names_ours(const char *path)
{
	static const char *const folders[] = {
		"/proc/self/fd/", "/proc/thread-self/fd/", "/dev/fd/"};
	const struct file *f;

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		size_t n = strlen(folders[i]);

		if (strncmp(path, folders[i], n) == 0 && path[n] >= '0' &&
			path[n] <= '9') {
			f = file_of(atoi(path + n));
			return f && f->kind != FILE_REAL;
		}
	}
	return false;
}

static int open_any(
	int folder, const char *path, int flags, unsigned mode, uint64_t pc)
{
	char text[80];
	int number;

	path = read_string(path, pc);
	numbers_point(OP_fd_open, pc);
	cancel_here();
	if (*path != '/')
		STATE_ALSO(open, directory);
	if (folder != AT_FDCWD && *path != '/' && file_of(folder) &&
		file_of(folder)->kind != FILE_REAL)
		return (int)refuse_call(ENOTDIR);
	if (names_ours(path)) {
		snprintf(text, sizeof text, "open of '%.60s'", path);
		unsupported(text, pc);
	}
	if (open_to_read(folder, path, flags, &number))
		return number;
	return open_really(folder, path, flags, mode, pc);
}

#define MODE_OF(flags, mode)                                                   \
	va_list args;                                                          \
	unsigned mode = 0;                                                     \
                                                                               \
	va_start(args, flags);                                                 \
	if (flags & (O_CREAT | O_TMPFILE))                                     \
		mode = va_arg(args, unsigned);                                 \
	va_end(args)

#define OPEN(name)                                                             \
	EXPORT int LIBC(name)(const char *path, int flags, ...)                \
	{                                                                      \
		MODE_OF(flags, mode);                                          \
		return controlled()                                            \
			       ? open_any(AT_FDCWD, path, flags, mode, CALLER) \
			       : REAL(name)(path, flags, mode);                \
	}
#define OPENAT(name)                                                           \
	EXPORT int LIBC(name)(int folder, const char *path, int flags, ...)    \
	{                                                                      \
		MODE_OF(flags, mode);                                          \
		return controlled()                                            \
			       ? open_any(folder, path, flags, mode, CALLER)   \
			       : REAL(name)(folder, path, flags, mode);        \
	}

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);

EXPORT int LIBC(__open_2)(const char *path, int flags)
{
	return controlled() ? open_any(AT_FDCWD, path, flags, 0, CALLER)
			    : REAL(__open_2)(path, flags);
}

EXPORT int LIBC(__open64_2)(const char *path, int flags)
{
	return controlled() ? open_any(AT_FDCWD, path, flags, 0, CALLER)
			    : REAL(__open64_2)(path, flags);
}

EXPORT int LIBC(creat)(const char *path, mode_t mode)
{
	return controlled()
		       ? open_any(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC,
				 mode, CALLER)
		       : REAL(creat)(path, mode);
}
