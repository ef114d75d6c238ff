/* SPDX-License-Identifier: MIT */
/* open.c - opening files
 *
 * Regular files and folders are those of tree.h, the common devices those of
 * device.h.  What else is no regular file, or is too large to be read, is the
 * kernel's business, in fork mode only.
 */
#include "native/fails.h"
#include "native/kernel/device.h"
#include "native/kernel/fifo.h"
#include "native/kernel/file.h"
#include "native/kernel/own.h"
#include "native/kernel/process.h"
#include "native/kernel/setting.h"
#include "native/kernel/tree.h"
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

/* What F_GETFL says. */
static uint32_t kept_flags(int flags)
{
	return ((uint32_t)flags & ~(uint32_t)(O_CREAT | O_EXCL | O_NOCTTY |
					      O_TRUNC | O_CLOEXEC)) |
	       FILE_IS_LARGE;
}

/* They are anybody's to read and to write. */
static int open_device(enum device which, int flags)
{
	struct file *f;

	if (flags & O_CREAT && flags & O_EXCL)
		return (int)refuse_call(EEXIST);
	if (flags & O_DIRECTORY)
		return (int)refuse_call(ENOTDIR);
	f = file_new(FILE_DEVICE, kept_flags(flags));
	if (!f)
		return -1;
	f->value = which;
	return give(f, flags);
}

static int open_folder(const struct found *at, int flags)
{
	struct file *f;
	int error = tree_may(at, R_OK);

	if (error)
		return (int)refuse_call(error);
	f = file_new(FILE_FOLDER, kept_flags(flags));
	if (!f)
		return -1;
	folder_set_path(f, at->path);
	f->content = at->node;
	if (at->node)
		content_ref(at->node);
	return give(f, flags);
}

/* A file that has a reference to spare. */
static int open_content(uint32_t number, int flags)
{
	struct file *f = file_new(FILE_BYTES, kept_flags(flags));

	if (!f) {
		content_drop(number);
		return -1;
	}
	f->content = number;
	return give(f, flags);
}

static int make_file(const struct found *at, int flags, unsigned mode)
{
	bool unnamed = (flags & O_TMPFILE) == O_TMPFILE;
	uint32_t number;
	int error = unnamed ? tree_may(at, W_OK | X_OK) : tree_may_change(at);

	if (error)
		return (int)refuse_call(error);
	STATE_ALSO(open, umask);
	number = content_new(S_IFREG | (mode & 07777 & ~process_umask()));
	if (!unnamed) {
		tree_change_also(TOUCHES_open_tree);
		tree_set(at->path, number);
		contents[number - 1].links = 1;
	}
	return open_content(number, flags);
}

static int access_of(int flags)
{
	static const int how[] = {R_OK, W_OK, R_OK | W_OK, R_OK | W_OK};

	return how[flags & O_ACCMODE] | (flags & O_TRUNC ? W_OK : 0);
}

/* 0: the kernel has to do it. */
static int open_file(struct found *at, int flags, int *out)
{
	int error = tree_may(at, access_of(flags));
	uint32_t number = at->node;
	long fd;

	*out = -1;
	if (error)
		return refuse_call(error), 1;
	if (number) {
		content_ref(number);
	} else {
		fd = raw_syscall6(SYS_openat, AT_FDCWD,
			(long)own_name(at->path),
			O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0, 0,
			0);
		number = fd < 0 ? 0 : content_of_disk(fd, &at->st);
		if (fd >= 0)
			raw_syscall(SYS_close, fd, 0);
		if (!number)
			return 0;
	}
	if (access_of(flags) & W_OK) {
		tree_change_also(TOUCHES_open_tree);
		content_named(number, at->path);
		content_keep(number);
	}
	if (flags & O_TRUNC)
		content_resize(number, 0);
	*out = open_content(number, flags);
	return 1;
}

/* What the machine says of itself; the same. */
static int open_setting(const char *path, int flags, int *out)
{
	static struct found at;
	uint32_t number;
	struct stat st;

	if (flags & ~(O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_LARGEFILE |
			    O_DIRECTORY) ||
		!setting_is_named(path))
		return 0;
	*out = -1;
	if (setting_stat(path, true, &st) == -ENOENT)
		return refuse_call(ENOENT), 1;
	if (setting_is_folder(path) && tree_walk("/", path, true, &at) == 0)
		return *out = open_folder(&at, flags), 1;
	if (flags & O_DIRECTORY && !S_ISDIR(st.st_mode))
		return refuse_call(ENOTDIR), 1;
	number = setting_content(path);
	if (number)
		*out = open_content(number, flags);
	return number != 0;
}

/* 0: the kernel has to do it.  Else *out is a number, or -1 with errno. */
static int open_in_tree(
	int folder, const char *path, int flags, unsigned mode, int *out)
{
	static struct found at;
	bool alone = flags & O_CREAT && flags & O_EXCL;
	bool unnamed = (flags & O_TMPFILE) == O_TMPFILE;
	bool creates_folder =
		flags & O_CREAT && *path && path[strlen(path) - 1] == '/';
	int error;

	tree_look_also(TOUCHES_open_tree);
	error = tree_walk_open_at(folder, path,
		creates_folder		      ? WALK_NAME
		: flags & O_NOFOLLOW || alone ? WALK_LINK
					      : WALK_THROUGH,
		&at);
	if (!error && flags & O_CREAT && (creates_folder || at.slash))
		error = EISDIR;
	if (!error && at.slash && at.st.st_mode && !S_ISDIR(at.st.st_mode))
		error = ENOTDIR;
	*out = -1;
	if (error)
		return refuse_call(error), 1;
	if (!at.st.st_mode) {
		*out = flags & O_CREAT ? make_file(&at, flags, mode)
				       : (int)refuse_call(ENOENT);
		return 1;
	}
	if (device_of(&at.st) && !(flags & O_PATH))
		return *out = open_device(device_of(&at.st), flags), 1;
	if (tree_made_up(at.path))
		return open_setting(own_path(at.path), flags, out);
	if (flags & O_PATH) {
		if (at.node || at.fresh)
			unsupported("open with O_PATH of a file that the test "
				    "made or changed",
				user_pc());
		return 0;
	}
	if (alone)
		return refuse_call(EEXIST), 1;
	if (S_ISLNK(at.st.st_mode))
		return refuse_call(ELOOP), 1;
	if (S_ISDIR(at.st.st_mode)) {
		if (unnamed)
			*out = make_file(&at, flags, mode);
		else if ((flags & O_ACCMODE) != O_RDONLY ||
			 flags & (O_CREAT | O_TRUNC))
			refuse_call(EISDIR);
		else
			*out = open_folder(&at, flags);
		return 1;
	}
	if (flags & O_DIRECTORY)
		return refuse_call(ENOTDIR), 1;
	if (S_ISSOCK(at.st.st_mode)) {
		error = tree_may(&at, access_of(flags));
		return refuse_call(error ? error : ENXIO), 1;
	}
	if (S_ISFIFO(at.st.st_mode) && at.node && !contents[at.node - 1].stat) {
		error = tree_may(&at, access_of(flags & ~O_TRUNC));
		*out = error ? (int)refuse_call(error)
			     : fifo_open(at.node, flags, kept_flags(flags),
				       user_pc());
		return 1;
	}
	return S_ISREG(at.st.st_mode) ? open_file(&at, flags, out) : 0;
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

int file_open(
	int folder, const char *path, int flags, unsigned mode, uint64_t pc)
{
	char text[80];
	int number, error;

	path = own_path(path);
	error = fails(FAILING_open, pc);
	numbers_point(OP_fd_open, pc);
	cancel_here();
	if (error) /* as it comes before the path is looked at */
		return (int)refuse_call(error);
	if (*path != '/')
		STATE_ALSO(open, directory);
	if (names_ours(path)) {
		snprintf(text, sizeof text, "open of '%.60s'", path);
		unsupported(text, pc);
	}
	if (device_named(path) && !(flags & O_PATH))
		return open_device(device_named(path), flags);
	if (never_there(path))
		return (int)refuse_call(ENOENT);
	if (open_setting(path, flags, &number))
		return number;
	if (!tree_made_up(path) &&
		open_in_tree(folder, path, flags, mode, &number))
		return number;
	return open_really(folder, path, flags, mode, pc);
}

static int open_any(
	int folder, const char *path, int flags, unsigned mode, uint64_t pc)
{
	return file_open(folder, read_string(path, pc), flags, mode, pc);
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
