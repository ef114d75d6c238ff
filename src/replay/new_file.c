/* SPDX-License-Identifier: MIT */
/* new_file.c - files that are whole or not there
 *
 * O_TMPFILE and linkat leave nothing behind at all.  Where the file system has
 * no O_TMPFILE a temporary name is used, which a SIGKILL leaves.
 */
#include "replay/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static int cannot(const char *what, const char *path, struct err *err)
{
	return fail(err, ERR_IO, "cannot %s '%s': %s" SC(432), what, path,
		strerror(errno));
}

/* The directory of a path, with its slash; "" when that is the current one. */
static int directory_length(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (int)(slash - path) + 1 : 0;
}

static int temporary_name(struct new_file *n, struct err *err)
{
	int length = directory_length(n->path);
	int size = snprintf(n->temporary, sizeof n->temporary, "%.*s.%s.%d.tmp",
		length, n->path, n->path + length, (int)getpid());

	if (size >= (int)sizeof n->temporary)
		return fail(err, ERR_IO, "the path '%s' is too long" SC(432),
			n->path);
	return OK;
}

static int open_unnamed(const char *path)
{
	char directory[PATH_MAX];

	snprintf(directory, sizeof directory, "%.*s.", directory_length(path),
		path);
	return open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

int file_begin(struct new_file *n, const char *path, struct err *err)
{
	int fd;

	n->f = NULL;
	n->temporary[0] = '\0';
	if (snprintf(n->path, sizeof n->path, "%s", path) >= PATH_MAX)
		return fail(
			err, ERR_IO, "the path '%s' is too long" SC(432), path);
	fd = open_unnamed(path);
	if (fd < 0) {
		if (temporary_name(n, err))
			return err->code;
		fd = open(n->temporary,
			O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
		if (fd < 0)
			return cannot("create", path, err);
	}
	n->f = fdopen(fd, "w");
	if (n->f)
		return OK;
	close(fd);
	if (n->temporary[0])
		unlink(n->temporary);
	return cannot("create", path, err);
}

/* A name for what has none: at once where the name is new, else beside it. */
static int give_name(struct new_file *n, enum file_how how, struct err *err)
{
	char self[64];
	const char *to = n->path;

	if (how != FILE_NEW) {
		if (temporary_name(n, err))
			return err->code;
		to = n->temporary;
		unlink(to);
	}
	snprintf(self, sizeof self, "/proc/self/fd/%d", fileno(n->f));
	if (linkat(AT_FDCWD, self, AT_FDCWD, to, AT_SYMLINK_FOLLOW) != 0) {
		n->temporary[0] = '\0';
		return cannot("create", n->path, err);
	}
	return OK;
}

static int rename_new(const char *from, const char *to)
{
	if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != EINVAL)
		return -1;
	/* A file system without: nobody else writes there just now. */
	if (access(to, F_OK) == 0) {
		errno = EEXIST;
		return -1;
	}
	return rename(from, to);
}

int file_end(struct new_file *n, enum file_how how, struct err *err)
{
	int bad = ferror(n->f) | (fflush(n->f) != 0);
	int code = OK;

	if (!bad && how == FILE_DURABLE)
		bad = fdatasync(fileno(n->f)) != 0 && errno != EINVAL;
	if (bad)
		code = cannot("write", n->path, err);
	else if (!n->temporary[0])
		code = give_name(n, how, err);
	if (fclose(n->f) != 0 && !code)
		code = cannot("write", n->path, err);
	if (!code && n->temporary[0]) {
		if (how != FILE_NEW ? rename(n->temporary, n->path)
				    : rename_new(n->temporary, n->path))
			code = cannot("create", n->path, err);
	}
	if (n->temporary[0] && code)
		unlink(n->temporary);
	return code;
}
