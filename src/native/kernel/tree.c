/* SPDX-License-Identifier: MIT */
/* tree.c - a walk along a path, and what may be done where it ends */
#include "native/kernel/tree.h"
#include "native/kernel/file.h"
#include "native/kernel/names.h"
#include "native/kernel/own.h"
#include "native/kernel/process.h"
#include "native/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
	LINKS_MAX = 40 /* Linux's */
};

/* --- a walk
 * -----------------------------------------------------------------------------
 */

bool tree_made_up(const char *path)
{
	static const char *const begin[] = {
		"/proc/", "/sys/", "/dev/fd/", "/dev/std"};

	while (path[0] == '/' && path[1] == '/')
		path++;
	for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
		if (strncmp(path, begin[i], strlen(begin[i])) == 0)
			return true;
	return false;
}

/* What is at out->path, whose folder is there. */
static int look_at(struct found *out, bool in_fresh)
{
	struct named ours;
	bool known = names_have(out->path, &ours);
	long rc;

	out->node = ours.node;
	out->fresh = ours.fresh;
	out->st.st_mode = 0;
	if (ours.node)
		content_stat(ours.node, &out->st);
	if (known)
		return 0;
	if (in_fresh)
		return 0;
	rc = raw_syscall(SYS_lstat, (long)own_name(out->path), (long)&out->st);
	if (rc < 0) {
		out->st.st_mode = 0;
		return rc == -ENOENT || rc == -ENOTDIR ? 0 : (int)-rc;
	}
	out->node = S_ISREG(out->st.st_mode) ? content_known(&out->st) : 0;
	if (out->node)
		content_stat(out->node, &out->st);
	return 0;
}

/* The rest of the path with the target of the link at out->path before it. */
static int through_link(struct found *out, char *rest)
{
	static char text[PATH_MAX];
	long n;

	if (out->node) {
		n = (long)contents[out->node - 1].size;
		memcpy(text, content_bytes(out->node), (size_t)n);
	} else if (own_link(out->path)) {
		n = own_number(text, sizeof text);
	} else {
		n = raw_syscall6(SYS_readlink, (long)own_name(out->path),
			(long)text, PATH_MAX - 1, 0, 0, 0);
	}
	if (n < 0)
		return (int)-n;
	if ((size_t)n + strlen(rest) + 1 >= PATH_MAX)
		return ENAMETOOLONG;
	memmove(rest + n, rest, strlen(rest) + 1);
	memcpy(rest, text, (size_t)n);
	return 0;
}

static void leave(struct found *out)
{
	char *slash = strrchr(out->path, '/');

	*(slash == out->path ? slash + 1 : slash) = 0;
}

/* Is the folder at that path, which is there, one of ours? */
static bool is_fresh(const char *path)
{
	struct named ours;

	return names_have(path, &ours) && ours.fresh;
}

static int enter(struct found *out, const char *part, size_t length)
{
	size_t n = strlen(out->path);

	if (length > NAME_MAX || n + 1 + length >= PATH_MAX)
		return ENAMETOOLONG;
	if (n > 1)
		out->path[n++] = '/';
	memcpy(out->path + n, part, length);
	out->path[n + length] = 0;
	return 0;
}

/* May one look for names in the folder at out->path? */
static int may_search(struct found *out, bool fresh)
{
	static struct found folder;

	if (process_is_root())
		return 0;
	if (!fresh)
		return (int)-raw_syscall6(SYS_faccessat2, AT_FDCWD,
			(long)own_name(out->path), X_OK, AT_EACCESS, 0, 0);
	strcpy(folder.path, out->path);
	look_at(&folder, true);
	return tree_may(&folder, X_OK);
}

int tree_walk_open(
	const char *from, const char *path, enum walk last, struct found *out)
{
	static char rest[PATH_MAX];
	int links = 0, error;
	bool fresh;

	if (!*path)
		return ENOENT;
	if (strlen(path) >= PATH_MAX)
		return ENAMETOOLONG;
	memset(out, 0, sizeof *out);
	strcpy(rest, path);
	strcpy(out->path, *path == '/' ? "/" : from);
	look_at(out, is_fresh(out->path));
	if (!out->st.st_mode)
		return ENOENT; /* the working directory was removed */
	for (;;) {
		size_t skip = strspn(rest, "/"), length, more;

		out->slash = skip > 0;
		length = strcspn(rest + skip, "/");
		if (!length)
			break;
		if (!S_ISDIR(out->st.st_mode))
			return out->st.st_mode ? ENOTDIR : ENOENT;
		fresh = is_fresh(out->path);
		error = may_search(out, fresh);
		if (error)
			return error;
		more = strspn(rest + skip + length, "/");
		if (length == 1 && rest[skip] == '.') {
			memmove(rest, rest + skip + 1,
				strlen(rest + skip + 1) + 1);
			if (!*rest) /* as "./": a folder */
				out->slash = true;
			continue;
		}
		if (length == 2 && strncmp(rest + skip, "..", 2) == 0) {
			leave(out);
			error = look_at(out, is_fresh(out->path));
		} else {
			error = enter(out, rest + skip, length);
			if (!error)
				error = look_at(out, fresh);
		}
		if (error)
			return error;
		memmove(rest, rest + skip + length,
			strlen(rest + skip + length) + 1);
		if (!S_ISLNK(out->st.st_mode) ||
			(!rest[strspn(rest, "/")] && last != WALK_THROUGH &&
				!(last == WALK_LINK && more)))
			continue;
		if (++links > LINKS_MAX)
			return ELOOP;
		error = through_link(out, rest);
		if (error)
			return error;
		if (*rest == '/')
			strcpy(out->path, "/");
		else
			leave(out);
		error = look_at(out, is_fresh(out->path));
		if (error)
			return error;
		out->slash = false;
	}
	return 0;
}

static int not_a_folder(const struct found *out)
{
	return out->slash && out->st.st_mode && !S_ISDIR(out->st.st_mode)
		       ? ENOTDIR
		       : 0;
}

int tree_walk(
	const char *from, const char *path, bool follow, struct found *out)
{
	int error = tree_walk_open(
		from, path, follow ? WALK_THROUGH : WALK_LINK, out);

	return error ? error : not_a_folder(out);
}

int tree_walk_at(int folder, const char *path, bool follow, struct found *out)
{
	int error = tree_walk_open_at(
		folder, path, follow ? WALK_THROUGH : WALK_LINK, out);

	return error ? error : not_a_folder(out);
}

int tree_walk_open_at(
	int folder, const char *path, enum walk last, struct found *out)
{
	static struct found there;
	const struct file *f;
	int error;

	if (folder == AT_FDCWD || *path == '/')
		return tree_walk_open(process_directory(), path, last, out);
	f = file_of(folder);
	if (!f)
		return EBADF;
	if (f->kind != FILE_FOLDER)
		return ENOTDIR;
	error = tree_walk_folder(f, &there);
	if (error)
		return error;
	return tree_walk_open(file_path(f), path, last, out);
}

int tree_walk_folder(const struct file *f, struct found *out)
{
	int error = tree_walk("/", file_path(f), false, out);

	if (!error &&
		(!out->st.st_mode || (f->content && out->node != f->content)))
		error = ENOENT; /* it was removed */
	return error;
}

/* --- what may be done
 * ------------------------------------------------------------------------ */

int tree_may(const struct found *f, int how)
{
	uint32_t mode = f->st.st_mode, shift = 0;

	if (!f->node)
		return (int)-raw_syscall6(SYS_faccessat2, AT_FDCWD,
			(long)own_name(f->path), how,
			AT_EACCESS | AT_SYMLINK_NOFOLLOW, 0, 0);
	if (process_is_root())
		return how & X_OK && !S_ISDIR(mode) && !(mode & 0111) ? EACCES
								      : 0;
	if (f->st.st_uid == process_user())
		shift = 6;
	else if (f->st.st_gid == process_group())
		shift = 3;
	return (mode >> shift & (unsigned)how) == (unsigned)how ? 0 : EACCES;
}

int tree_may_change(const struct found *f)
{
	static struct found folder;

	folder = *f;
	leave(&folder);
	if (look_at(&folder, is_fresh(folder.path)) || !folder.st.st_mode)
		return ENOENT;
	return tree_may(&folder, W_OK | X_OK);
}

static void keep_target(const struct found *f)
{
	static char text[PATH_MAX];
	long n = raw_syscall6(
		SYS_readlink, (long)f->path, (long)text, PATH_MAX, 0, 0, 0);

	content_set(f->node, text, n < 0 ? 0 : (uint64_t)n);
}

bool tree_take(struct found *f)
{
	long fd;

	if (f->node)
		return true;
	if (!S_ISREG(f->st.st_mode)) {
		f->node = content_new(f->st.st_mode);
		contents[f->node - 1].stat = stat_keep(&f->st);
		contents[f->node - 1].user = f->st.st_uid;
		contents[f->node - 1].group = f->st.st_gid;
		contents[f->node - 1].links = (uint32_t)f->st.st_nlink;
		contents[f->node - 1].size = (uint64_t)f->st.st_size;
		if (S_ISLNK(f->st.st_mode))
			keep_target(f);
		tree_set(f->path, f->node);
		content_drop(f->node);
		return true;
	}
	fd = raw_syscall6(SYS_openat, AT_FDCWD, (long)own_name(f->path),
		O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0, 0, 0);
	if (fd < 0)
		return refuse_call((int)-fd), false;
	f->node = content_of_disk(fd, &f->st);
	raw_syscall(SYS_close, fd, 0);
	if (f->node) {
		content_named(f->node, f->path);
		content_keep(f->node);
		content_drop(f->node);
		content_stat(f->node, &f->st);
	}
	return f->node;
}

/* Has the disk's folder a name that was not removed here? */
static bool disk_has_more(const char *path)
{
	static char names_there[4096], whole[PATH_MAX];
	long fd, n, at;
	struct named ours;
	bool more = false;

	fd = raw_syscall6(SYS_openat, AT_FDCWD, (long)path,
		O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0, 0);
	if (fd < 0)
		return true;
	while (!more && (n = raw_syscall6(SYS_getdents64, fd, (long)names_there,
				 sizeof names_there, 0, 0, 0)) > 0)
		for (at = 0; at < n && !more;) {
			const struct dirent64_of_kernel {
				uint64_t inode;
				int64_t next;
				uint16_t length;
				uint8_t type;
				char name[];
			} *d = (const void *)(names_there + at);

			at += d->length;
			if (strcmp(d->name, ".") == 0 ||
				strcmp(d->name, "..") == 0)
				continue;
			snprintf(whole, sizeof whole, "%s/%s",
				strcmp(path, "/") ? path : "", d->name);
			more = !names_have(whole, &ours);
		}
	raw_syscall(SYS_close, fd, 0);
	return more;
}

bool tree_empty(const struct found *f)
{
	uint32_t at = 0, node;

	while (tree_next(f->path, &at, &node))
		if (node)
			return false;
	return f->fresh || !disk_has_more(f->path);
}
