/* SPDX-License-Identifier: MIT */
/* look.c - what is at a path: stat, access, readlink, realpath
 *
 * By the tree (tree.h).  What /proc and /sys make up is the kernel's, but for
 * the program's own path, and for what they say of the machine (setting.h).  In
 * fork mode calls that nobody sees may change the disk, which the first of them
 * tells: from the next round on these are such calls, too.
 */
#include "native/kernel/file.h"
#include "native/kernel/process.h"
#include "native/kernel/folder.h"
#include "native/kernel/own.h"
#include "native/kernel/setting.h"
#include "native/kernel/tree.h"
#include "native/libc/libc.h"
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
#define IN_TREE(name) TOUCHES_##name##_tree

void files_change(void)
{
	if (rt.mode != MODE_FORK || rt.channel->files_change)
		return;
	rt.channel->files_change = 1;
	rt.points_grew |= rt.channel->files_looked != 0;
}

void look_begins(const char *name, enum touches what, enum touches tree,
	int folder, const char *path, uint64_t pc)
{
	bool changes = rt.mode == MODE_FORK && rt.channel->files_now;
	bool made_up = tree_made_up(path) &&
		       strcmp(path, "/proc/self/exe") != 0 &&
		       !setting_is_named(path);
	bool relative = *path != '/' && folder == AT_FDCWD;

	if (made_up)
		outside_unknown(name, pc);
	if (made_up || changes) {
		caveat(CAVEAT_file_writes, "%s", name);
		outside_made(name, pc);
	}
	if (rt.mode == MODE_FORK && !rt.channel->files_looked) {
		rt.channel->files_looked = 1;
		rt.points_grew |= rt.channel->files_change != 0;
	}
	tree_look(tree, what, relative, pc);
}

/* --- stat
 * -----------------------------------------------------------------------------------
 */

/* The kernel makes up what is there: its own answer. */
static bool asks_kernel(const char *path)
{
	return tree_made_up(path);
}

static int status(const char *name, enum touches what, enum touches tree,
	int folder, const char *path, struct stat *out, int flags, uint64_t pc)
{
	static struct found at;
	struct stat st;
	long rc;

	if (!*path && flags & AT_EMPTY_PATH && folder >= 0)
		return number_stat(folder, out, pc);
	path = own_path(path);
	look_begins(name, what, tree, folder, path, pc);
	if (setting_is_named(path)) {
		rc = setting_stat(path, !(flags & AT_SYMLINK_NOFOLLOW), &st);
	} else if (asks_kernel(path)) {
		rc = raw_syscall6(SYS_newfstatat, AT_FDCWD, (long)path,
			(long)&st, flags, 0, 0);
	} else {
		rc = -tree_walk_at(
			folder, path, !(flags & AT_SYMLINK_NOFOLLOW), &at);
		if (rc == 0 && !at.st.st_mode)
			rc = -ENOENT;
		st = at.st;
	}
	if (rc < 0)
		return (int)refuse_call((int)-rc);
	access_write(out, sizeof *out, pc);
	*out = st;
	return 0;
}

static int status_of(const char *name, enum touches what, enum touches tree,
	int folder, const char *path, struct stat *out, int flags, uint64_t pc)
{
	if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT))
		return (int)refuse_call(EINVAL);
	return status(name, what, tree, folder, read_string(path, pc), out,
		flags, pc);
}

int folder_stat(
	int folder, const char *path, struct stat *out, int flags, uint64_t pc)
{
	return status("fstatat", AS_IT_IS(fstatat), IN_TREE(fstatat), folder,
		path, out, flags, pc);
}

#define STATUS(name, type, flags)                                              \
	EXPORT int LIBC(name)(const char *path, struct type *out)              \
	{                                                                      \
		return controlled() ? status_of(#name, AS_IT_IS(name),         \
					      IN_TREE(name), AT_FDCWD, path,   \
					      (struct stat *)(void *)out,      \
					      flags, CALLER)                   \
				    : REAL(name)(path, out);                   \
	}
STATUS(stat, stat, 0)
STATUS(stat64, stat64, 0)
STATUS(lstat, stat, AT_SYMLINK_NOFOLLOW)
STATUS(lstat64, stat64, AT_SYMLINK_NOFOLLOW)

#define STATUS_AT(name, type)                                                  \
	EXPORT int LIBC(name)(                                                 \
		int folder, const char *path, struct type *out, int flags)     \
	{                                                                      \
		return controlled() ? status_of(#name, AS_IT_IS(fstatat),      \
					      IN_TREE(name), folder, path,     \
					      (struct stat *)(void *)out,      \
					      flags, CALLER)                   \
				    : REAL(name)(folder, path, out, flags);    \
	}
STATUS_AT(fstatat, stat)
STATUS_AT(fstatat64, stat64)

static int may(const char *name, enum touches what, enum touches tree,
	int folder, const char *path, int how, int flags, uint64_t pc)
{
	static struct found at;
	long rc;

	path = own_path(read_string(path, pc));
	look_begins(name, what, tree, folder, path, pc);
	if (how & ~(R_OK | W_OK | X_OK) ||
		flags & ~(AT_EACCESS | AT_SYMLINK_NOFOLLOW))
		return (int)refuse_call(EINVAL);
	if (asks_kernel(path)) {
		rc = raw_syscall(SYS_access, (long)path, how);
		return rc < 0 ? (int)refuse_call((int)-rc) : 0;
	}
	rc = tree_walk_at(folder, path, !(flags & AT_SYMLINK_NOFOLLOW), &at);
	if (rc == 0)
		rc = !at.st.st_mode ? ENOENT : how ? tree_may(&at, how) : 0;
	return rc ? (int)refuse_call((int)rc) : 0;
}

EXPORT int LIBC(access)(const char *path, int how)
{
	return controlled() ? may("access", AS_IT_IS(access), IN_TREE(access),
				      AT_FDCWD, path, how, 0, CALLER)
			    : REAL(access)(path, how);
}

EXPORT int LIBC(faccessat)(int folder, const char *path, int how, int flags)
{
	return controlled()
		       ? may("faccessat", AS_IT_IS(fstatat), IN_TREE(faccessat),
				 folder, path, how, flags, CALLER)
		       : REAL(faccessat)(folder, path, how, flags);
}

/* --- links and names
 * ------------------------------------------------------------------------ */

static ssize_t link_at(const char *name, enum touches what, enum touches tree,
	int folder, const char *path, char *out, size_t n, uint64_t pc)
{
	static struct found at;
	static char text[PATH_MAX];
	const char *from = text;
	long rc;

	path = own_path(read_string(path, pc));
	if (own_link(path))
		tree_look(tree, what, false, pc);
	else
		look_begins(name, what, tree, folder, path, pc);
	if ((int)n <= 0)
		return refuse_call(EINVAL);
	if (own_link(path)) {
		rc = own_number(text, sizeof text);
	} else if (asks_kernel(path)) {
		rc = raw_syscall6(SYS_readlink, (long)path, (long)text,
			sizeof text, 0, 0, 0);
	} else {
		rc = -tree_walk_at(folder, path, false, &at);
		if (rc == 0 && !S_ISLNK(at.st.st_mode))
			rc = at.st.st_mode ? -EINVAL : -ENOENT;
		if (rc == 0 && at.node) {
			from = content_bytes(at.node);
			rc = (long)at.st.st_size;
		} else if (rc == 0) {
			rc = raw_syscall6(SYS_readlink, (long)own_name(at.path),
				(long)text, sizeof text, 0, 0, 0);
		}
	}
	if (rc < 0)
		return refuse_call((int)-rc);
	rc = (size_t)rc < n ? rc : (long)n;
	put_bytes(out, from, (size_t)rc, pc);
	return rc;
}

EXPORT ssize_t LIBC(readlink)(const char *path, char *out, size_t n)
{
	return controlled() ? link_at("readlink", AS_IT_IS(readlink),
				      IN_TREE(readlink), AT_FDCWD, path, out, n,
				      CALLER)
			    : REAL(readlink)(path, out, n);
}

EXPORT ssize_t LIBC(readlinkat)(
	int folder, const char *path, char *out, size_t n)
{
	return controlled() ? link_at("readlinkat", AS_IT_IS(fstatat),
				      IN_TREE(readlinkat), folder, path, out, n,
				      CALLER)
			    : REAL(readlinkat)(folder, path, out, n);
}

/* Has a path other parts than "." and ".."? */
static bool has_name(const char *path)
{
	while (*path) {
		size_t n = strcspn(path, "/");

		if (n > 2 || strncmp(path, "..", n) != 0)
			return true;
		path += n + strspn(path + n, "/");
	}
	return false;
}

static char *whole_path(const char *name, enum touches what, enum touches tree,
	const char *path, char *out, uint64_t pc)
{
	static struct found at;
	int error;

	if (!path)
		return refuse_call(EINVAL), (char *)0;
	path = own_path(read_string(path, pc));
	look_begins(name, what, tree, AT_FDCWD, path, pc);
	error = tree_walk(process_directory(), path, true, &at);
	if (!error && !at.st.st_mode)
		error = ENOENT;
	if (error && out) /* as far as it came */
		put_bytes(out, at.path, strlen(at.path) + 1, pc);
	if (error)
		return refuse_call(error), (char *)0;
	if (has_name(path)) /* glibc asks of each whether it is a link */
		refuse_call(EINVAL);
	if (!out)
		out = malloc(strlen(at.path) + 1);
	if (out)
		put_bytes(out, at.path, strlen(at.path) + 1, pc);
	return out;
}

EXPORT char *LIBC(realpath)(const char *path, char *out)
{
	return controlled() ? whole_path("realpath", AS_IT_IS(realpath),
				      IN_TREE(realpath), path, out, CALLER)
			    : REAL(realpath)(path, out);
}

EXPORT char *LIBC(canonicalize_file_name)(const char *path)
{
	return controlled() ? whole_path("canonicalize_file_name",
				      AS_IT_IS(canonicalize_file_name),
				      IN_TREE(canonicalize_file_name), path, 0,
				      CALLER)
			    : REAL(canonicalize_file_name)(path);
}
