/* SPDX-License-Identifier: MIT */
/* volume.c - the file system that something lies on: statfs, statvfs
 *
 * What the kernel says of it, but for how much of it is free: that changes
 * while executions come and go, by what others write, so half of it is, in each
 * execution and process (scope free_space).  A file that the test made lies
 * where the folder does in which the disk would have it; an object that has no
 * file, such as a pipe, is asked of one that the kernel makes for a moment.
 */
#include "native/kernel/device.h"
#include "native/kernel/file.h"
#include "native/kernel/names.h"
#include "native/kernel/own.h"
#include "native/kernel/tree.h"
#include "native/libc/libc.h"
#include "native/raw.h"
#include "native/state.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>

_Static_assert(sizeof(struct statfs) == sizeof(struct statfs64) &&
		       sizeof(struct statvfs) == sizeof(struct statvfs64),
	"the 64 forms are the others");

enum {
	FLAGS_VALID = 0x20 /* the kernel says of each mount how it is used */
};

/* --- of what
 * -----------------------------------------------------------------------------------
 */

/* Of the folder on disk that is, or holds, what is at a whole path. */
static long of_path(const char *path, struct statfs *out)
{
	static struct found at;
	static char folder[PATH_MAX];

	strcpy(folder, path);
	for (;;) {
		char *end = strrchr(folder, '/');

		if (tree_walk("/", folder, false, &at) == 0 && !at.node &&
			!at.fresh && at.st.st_mode && !S_ISLNK(at.st.st_mode))
			return raw_syscall(SYS_statfs, (long)folder, (long)out);
		if (end == folder && !end[1])
			return -ENOENT;
		end[end == folder] = 0;
	}
}

/* A name of an open file; NULL: it has none. */
static const char *name_of(const struct file *f)
{
	struct named ours;
	const char *path;
	uint32_t at = 0;

	if (f->kind == FILE_FOLDER)
		return file_path(f);
	while ((path = names_next(&at, &ours)))
		if (ours.node == f->content)
			return path;
	return contents[f->content - 1].path
		       ? (const char *)(rt.arena +
					contents[f->content - 1].path)
		       : 0;
}

static long of_kernels(long fd, struct statfs *out)
{
	return fd < 0 ? fd : raw_syscall(SYS_fstatfs, fd, (long)out);
}

/* Of a file that the kernel makes. */
static long of_another(const struct file *f, struct statfs *out)
{
	int pair[2] = {-1, -1};
	long fd, rc;

	if (f->kind == FILE_PIPE) {
		rc = raw_syscall(SYS_pipe2, (long)pair, O_CLOEXEC);
		fd = rc < 0 ? rc : pair[0];
	} else if (f->kind == FILE_SOCKET) {
		fd = raw_syscall6(SYS_socket, AF_UNIX,
			SOCK_STREAM | SOCK_CLOEXEC, 0, 0, 0, 0);
	} else {
		fd = raw_syscall(SYS_eventfd2, 0, EFD_CLOEXEC);
	}
	rc = of_kernels(fd, out);
	if (fd >= 0)
		raw_syscall(SYS_close, fd, 0);
	if (pair[1] >= 0)
		raw_syscall(SYS_close, pair[1], 0);
	return rc;
}

static long of_file(const struct file *f, struct statfs *out, uint64_t pc)
{
	const char *path;

	switch (f->kind) {
	case FILE_STREAM:
		return of_kernels((long)f->value, out);
	case FILE_DEVICE:
		return of_path(device_path(f), out);
	case FILE_PIPE:
		if (!f->content)
			return of_another(f, out);
		/* fall through */
	case FILE_FOLDER:
	case FILE_BYTES:
		path = name_of(f);
		if (!path)
			unsupported("fstatfs of a file that has no name", pc);
		return of_path(path, out);
	default:
		return of_another(f, out);
	}
}

/* --- what is said
 * ------------------------------------------------------------------------------
 */

static void settle(struct statfs *st)
{
	if (!st->f_blocks && !st->f_files)
		return;
	caveat(CAVEAT_free_space, "statfs");
	st->f_bfree = st->f_bavail = st->f_blocks / 2;
	st->f_ffree = st->f_files / 2;
}

static int give(struct statfs *st, long rc, struct statfs *out, uint64_t pc)
{
	if (rc < 0)
		return (int)refuse_call((int)-rc);
	settle(st);
	access_write(out, sizeof *out, pc);
	*out = *st;
	return 0;
}

/* As POSIX has it. */
static int give_posix(
	struct statfs *st, long rc, struct statvfs *out, uint64_t pc)
{
	if (rc < 0)
		return (int)refuse_call((int)-rc);
	settle(st);
	access_write(out, sizeof *out, pc);
	memset(out, 0, sizeof *out);
	out->f_bsize = (unsigned long)st->f_bsize;
	out->f_frsize =
		(unsigned long)(st->f_frsize ? st->f_frsize : st->f_bsize);
	out->f_blocks = st->f_blocks;
	out->f_bfree = st->f_bfree;
	out->f_bavail = st->f_bavail;
	out->f_files = st->f_files;
	out->f_ffree = st->f_ffree;
	out->f_favail = st->f_ffree;
	memcpy(&out->f_fsid, &st->f_fsid, sizeof out->f_fsid);
	out->f_flag = (unsigned long)st->f_flags & ~(unsigned long)FLAGS_VALID;
	out->f_namemax = (unsigned long)st->f_namelen;
	return 0;
}

static long at_path(const char *name, enum touches what, enum touches tree,
	const char *path, struct statfs *st, uint64_t pc)
{
	static struct found at;
	long rc;

	path = own_path(read_string(path, pc));
	look_begins(name, what, tree, AT_FDCWD, path, pc);
	if (tree_made_up(path))
		return raw_syscall(SYS_statfs, (long)path, (long)st);
	rc = -tree_walk_at(AT_FDCWD, path, true, &at);
	if (rc == 0 && !at.st.st_mode)
		rc = -ENOENT;
	return rc ? rc : of_path(at.path, st);
}

static long look_at_number(
	int number, enum touches tree, struct statfs *st, uint64_t pc)
{
	const struct file *f;

	numbers_point(OP_fd_control, pc);
	tree_look_also(tree);
	f = file_of(number);
	if (!f && !number_is_kernels(number))
		return -EBADF;
	return !f || f->kind == FILE_REAL ? of_kernels(number, st)
					  : of_file(f, st, pc);
}

#define AT_PATH(name, type, answer)                                            \
	EXPORT int LIBC(name)(const char *path, struct type *out)              \
	{                                                                      \
		struct statfs st;                                              \
		long rc;                                                       \
                                                                               \
		if (!controlled())                                             \
			return REAL(name)(path, out);                          \
		rc = at_path(#name, TOUCHES_##name##_directory,                \
			TOUCHES_##name##_tree, path, &st, CALLER);             \
		return answer(&st, rc, (void *)out, CALLER);                   \
	}
AT_PATH(statfs, statfs, give)
AT_PATH(statfs64, statfs64, give)
AT_PATH(statvfs, statvfs, give_posix)
AT_PATH(statvfs64, statvfs64, give_posix)

#define OF_NUMBER(name, type, answer)                                          \
	EXPORT int LIBC(name)(int number, struct type *out)                    \
	{                                                                      \
		struct statfs st;                                              \
		long rc;                                                       \
                                                                               \
		if (!controlled())                                             \
			return REAL(name)(number, out);                        \
		rc = look_at_number(                                           \
			number, TOUCHES_##name##_tree, &st, CALLER);           \
		return answer(&st, rc, (void *)out, CALLER);                   \
	}
OF_NUMBER(fstatfs, statfs, give)
OF_NUMBER(fstatfs64, statfs64, give)
OF_NUMBER(fstatvfs, statvfs, give_posix)
OF_NUMBER(fstatvfs64, statvfs64, give_posix)
