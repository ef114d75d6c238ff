/* SPDX-License-Identifier: MIT */
#include "native/kernel/left_files.h"
#include "native/kernel/areas.h"
#include "native/kernel/content.h"
#include "native/kernel/names.h"
#include "native/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define REMOVED "/REMOVED"

static char whole[2 * PATH_MAX];
static size_t front; /* of it: the directory */

static void tell(long rc)
{
	if (rc < 0)
		rt.channel->files_lost++;
	else
		rt.channel->files_kept++;
}

/* The path of one name; the folders that it is in are made. */
static const char *place(const char *path)
{
	snprintf(whole + front, sizeof whole - front, "%s", path);
	for (char *at = whole + front + 1; (at = strchr(at, '/')); at++) {
		*at = 0;
		raw_syscall(SYS_mkdir, (long)whole, 0777);
		*at = '/';
	}
	return whole;
}

static long write_all(const char *path, int flags, const char *bytes, size_t n)
{
	long fd = raw_syscall6(SYS_openat, AT_FDCWD, (long)path,
		O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flags, 0666, 0,
		0);
	long rc = fd, done;

	for (size_t at = 0; rc >= 0 && at < n; at += (size_t)done) {
		done = raw_syscall6(SYS_write, fd, (long)(bytes + at),
			(long)(n - at), 0, 0, 0);
		if (done <= 0)
			rc = done ? done : -EIO;
		if (rc < 0)
			break;
	}
	if (fd >= 0)
		raw_syscall(SYS_close, fd, 0);
	return rc;
}

static void removed(const char *path)
{
	char line[PATH_MAX + 1];
	int n = snprintf(line, sizeof line, "%s\n", path);

	tell(write_all(place(REMOVED), O_APPEND, line, (size_t)n));
}

static void leave(const char *path, uint32_t node)
{
	static char target[PATH_MAX];
	const struct content *c = &contents[node - 1];
	const char *to = place(path);

	if (S_ISDIR(c->mode)) {
		long rc = raw_syscall(SYS_mkdir, (long)to, 0777);

		tell(rc == -EEXIST ? 0 : rc);
	} else if (S_ISLNK(c->mode) && c->size < sizeof target) {
		memcpy(target, content_bytes(node), c->size);
		target[c->size] = 0;
		raw_syscall(SYS_unlink, (long)to, 0);
		tell(raw_syscall(SYS_symlink, (long)target, (long)to));
	} else if (S_ISFIFO(c->mode)) {
		raw_syscall(SYS_unlink, (long)to, 0);
		tell(raw_syscall6(
			SYS_mknod, (long)to, S_IFIFO | 0666, 0, 0, 0, 0));
	} else if (S_ISREG(c->mode)) {
		tell(write_all(to, O_TRUNC, content_bytes(node), c->size));
	}
}

void files_leave(const char *directory)
{
	struct named n;
	const char *path;

	rt.channel->files_kept = rt.channel->files_lost = 0;
	front = (size_t)snprintf(whole, PATH_MAX, "%s", directory);
	raw_syscall(SYS_unlink, (long)place(REMOVED), 0);
	map_open(); /* the test may have protected what a file is in */
	for (uint32_t at = 0; (path = names_next(&at, &n));) {
		if (n.node)
			leave(path, n.node);
		else
			removed(path);
	}
	for (uint32_t i = 0; i < CONTENTS_MAX; i++) {
		const struct content *c = &contents[i];

		path = (const char *)(rt.arena + c->path);
		if (c->refs && c->differs && c->path && !names_have(path, &n))
			leave(path, i + 1);
	}
	map_settle();
}
