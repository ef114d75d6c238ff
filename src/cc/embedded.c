/* SPDX-License-Identifier: MIT */
#include "cc/embedded.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct file {
	const char *path, *start, *end;
};

enum {
	PLACE_MAX = 4096 + 128
};

extern const struct file embedded_files[], embedded_files_end[];

/* FNV-1a, 64 bits: a name, not a defence. */
static uint64_t contents(void)
{
	uint64_t hash = 0xcbf29ce484222325u;

	for (const struct file *f = embedded_files; f < embedded_files_end; f++)
		for (const char *p = f->start; p < f->end; p++)
			hash = (hash ^ (unsigned char)*p) * 0x100000001b3u;
	return hash;
}

static bool is_own_folder(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0 && S_ISDIR(st.st_mode) &&
	       st.st_uid == geteuid() && !(st.st_mode & 022);
}

/* The user's folder for caches; for want of one, ours among temporary files. */
int embedded_cache(char *out, size_t size, struct err *err)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	const char *tmp = getenv("TMPDIR");

	if (cache && cache[0] == '/') {
		snprintf(out, size, "%s/scarp", cache);
	} else if (home && home[0] == '/') {
		snprintf(out, size, "%s/.cache", home);
		mkdir(out, 0700);
		snprintf(out, size, "%s/.cache/scarp", home);
	} else {
		out[0] = 0;
	}
	if (out[0] && (mkdir(out, 0700) == 0 || is_own_folder(out)))
		return OK;
	snprintf(out, size, "%s/scarp-%u", tmp && tmp[0] == '/' ? tmp : "/tmp",
		(unsigned)geteuid());
	if (mkdir(out, 0700) == 0 || is_own_folder(out))
		return OK;
	return fail(err, ERR_IO,
		"cannot unpack scarp's own files into '%s': %s; set "
		"XDG_CACHE_HOME to a folder that can be written, or install "
		"scarp" SC(603),
		out, strerror(errno));
}

static bool write_file(const char *path, const char *start, const char *end)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	ssize_t n = 1;

	if (fd < 0)
		return false;
	while (start < end && (n = write(fd, start, (size_t)(end - start))) > 0)
		start += n;
	return (close(fd) == 0) & (start == end);
}

/* The folders above `path`, below the `length` bytes of it that are there. */
static bool make_folders(char *path, size_t length)
{
	for (char *p = path + length; (p = strchr(p + 1, '/'));) {
		*p = 0;
		if (mkdir(path, 0755) != 0 && errno != EEXIST)
			return false;
		*p = '/';
	}
	return true;
}

/* All files below `dir`, which is new. */
static bool fill(const char *dir)
{
	char path[PLACE_MAX];

	for (const struct file *f = embedded_files; f < embedded_files_end;
		f++) {
		snprintf(path, sizeof path, "%s/%s", dir, f->path);
		if (!make_folders(path, strlen(dir)) ||
			!write_file(path, f->start, f->end))
			return false;
	}
	return true;
}

/* Leaves nothing behind. */
static void empty(const char *dir)
{
	char path[PLACE_MAX];

	for (const struct file *f = embedded_files; f < embedded_files_end;
		f++) {
		char *slash;

		snprintf(path, sizeof path, "%s/%s", dir, f->path);
		unlink(path);
		while ((slash = strrchr(path, '/')) &&
			slash > path + strlen(dir)) {
			*slash = 0;
			rmdir(path); /* the last file of a folder does it */
		}
	}
	rmdir(dir);
}

unsigned long long embedded_id(void)
{
	return contents();
}

int embedded_unpack(char *dir, size_t size, struct err *err)
{
	char cache[3072], making[3584];
	int rc = embedded_cache(cache, sizeof cache, err);

	if (rc != OK)
		return rc;
	snprintf(
		dir, size, "%s/%016llx", cache, (unsigned long long)contents());
	if (is_own_folder(dir))
		return OK;
	snprintf(making, sizeof making, "%s.%ld", dir, (long)getpid());
	if (mkdir(making, 0700) != 0 || !fill(making)) {
		rc = fail(err, ERR_IO,
			"cannot unpack scarp's own files into '%s': %s; set "
			"XDG_CACHE_HOME to a folder that can be written" SC(
				603),
			making, strerror(errno));
		empty(making);
		return rc;
	}
	/* Another process may have been faster: its folder is as good. */
	if (rename(making, dir) != 0)
		empty(making);
	return is_own_folder(dir)
		       ? OK
		       : fail(err, ERR_IO, "cannot make '%s': %s" SC(603), dir,
				 strerror(errno));
}
