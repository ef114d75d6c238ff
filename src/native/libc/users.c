/* SPDX-License-Identifier: MIT */
#include "native/libc/users.h"
#include "native/kernel/content.h"
#include "native/kernel/tree.h"
#include "native/libc/libc.h"
#include "native/raw.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

enum {
	PARTS_MOST = 7,
	NUMBER = 2 /* which part is the user's, or the group's */
};

static struct source {
	const char *path, *database;
	unsigned parts; /* that a line has */
	bool read, first, alone;
	const char *text, *end;
} sources[USERS_FILES] = {
	[USERS_PASSWD] = {"/etc/passwd", "passwd:", 7, 0, 0, 0, 0, 0},
	[USERS_GROUP] = {"/etc/group", "group:", 4, 0, 0, 0, 0, 0},
}; /* not rewound */

/* All of a file of the disk's, which stays; NULL: there is none. */
static const char *whole(const char *path, size_t *n)
{
	long fd = raw_syscall6(SYS_openat, AT_FDCWD, (long)path,
		O_RDONLY | O_CLOEXEC, 0, 0, 0);
	const char *text = 0;
	struct stat st;

	if (fd >= 0 && raw_syscall(SYS_fstat, fd, (long)&st) == 0 &&
		S_ISREG(st.st_mode))
		text = disk_bytes(fd, &st);
	if (fd >= 0)
		raw_syscall(SYS_close, fd, 0);
	*n = text ? (size_t)st.st_size : 0;
	return text;
}

/* The end of the line that begins there. */
static const char *line_end(const char *at, const char *end)
{
	const char *found = memchr(at, '\n', (size_t)(end - at));

	return found ? found : end;
}

/* A copy of it, in memory of this execution. */
static char *line_copy(const char *at, const char *end)
{
	size_t n = (size_t)(end - at);
	char *copy = (char *)arena_words(n / 4 + 1, 0);

	memcpy(copy, at, n);
	copy[n] = 0;
	return copy;
}

/* --- who is asked, and when
 * ------------------------------------------------------------------- */

/* Is a module there that knows of others?  They lie beside the C library. */
static bool has_module(const char *name, size_t length)
{
	char path[PATH_MAX];
	Dl_info info;
	const char *end;

	if (!dladdr((const void *)REAL(getenv), &info) || !info.dli_fname)
		return true;
	end = strrchr(info.dli_fname, '/');
	if (!end)
		return true;
	snprintf(path, sizeof path, "%.*s/libnss_%.*s.so.2",
		(int)(end - info.dli_fname), info.dli_fname, (int)length, name);
	return raw_syscall(SYS_access, (long)path, R_OK) == 0;
}

/* What a line of nsswitch.conf says behind its database. */
static void order(struct source *s, const char *at)
{
	s->first = strncmp(at + strspn(at, " \t"), "files", 5) == 0;
	s->alone = true;
	for (;;) {
		size_t n;

		at += strspn(at, " \t");
		n = strcspn(at, " \t#\n");
		if (!n)
			return;
		if (*at == '[' || has_module(at, n))
			s->alone &= n == 5 && strncmp(at, "files", 5) == 0;
		at += n;
		if (*at == '#')
			return;
	}
}

static void ask_order(struct source *s)
{
	size_t n;
	const char *at = whole("/etc/nsswitch.conf", &n), *end = at + n;

	s->first = s->alone = true; /* without the file, or a line of it */
	while (at < end) {
		const char *behind = line_end(at, end);
		const char *line = line_copy(at, behind);

		line += strspn(line, " \t");
		if (strncmp(line, s->database, strlen(s->database)) == 0)
			order(s, line + strlen(s->database));
		at = behind + 1;
	}
}

/* --- lines
 * ------------------------------------------------------------------------------------
 */

static void read_lines(struct source *s)
{
	size_t n;

	s->text = whole(s->path, &n);
	s->end = s->text + n;
	ask_order(s);
	s->read = true;
}

/* What the test has made of it is nothing that is looked for. */
static struct source *source(enum users which, uint64_t pc)
{
	static struct found at;
	struct source *s = &sources[which];
	char text[80];

	if (!tree_differs())
		at.node = 0;
	else if (tree_walk("/", s->path, true, &at))
		at.node = 1;
	if (at.node) {
		snprintf(text, sizeof text,
			"a user or group of %s, which it has changed", s->path);
		unsupported(text, pc);
	}
	if (!s->read)
		read_lines(s);
	return s;
}

unsigned users_split(char *line, char **part, unsigned n)
{
	unsigned i = 0;

	while (i < n) {
		part[i++] = line;
		if (i < n) {
			line += strcspn(line, ":");
			if (!*line)
				break;
			*line++ = 0;
		}
	}
	return i;
}

static bool is_number(const char *text)
{
	char *end;

	strtoul(text, &end, 10);
	return end > text && !*end;
}

/* Somebody's?  Then: how long the name is that it begins with, and the number.
 */
static bool is_entry(const struct source *s, const char *line,
	size_t *name_length, uint32_t *number)
{
	char *copy, *part[PARTS_MOST];

	if (!*line || *line == '#' || *line == '+' || *line == '-')
		return false;
	copy = line_copy(line, line + strlen(line));
	if (users_split(copy, part, s->parts) <= NUMBER ||
		!is_number(part[NUMBER]))
		return false;
	*name_length = strlen(part[0]);
	*number = (uint32_t)strtoul(part[NUMBER], 0, 10);
	return s->parts != PARTS_MOST || is_number(part[NUMBER + 1]);
}

static const char *next(
	const struct source *s, uint64_t *at, size_t *length, uint32_t *number)
{
	while (s->text + *at < s->end) {
		const char *begin = s->text + *at;
		const char *end = line_end(begin, s->end), *line;

		*at += (uint64_t)(end - begin) + 1;
		line = line_copy(begin, end);
		line += strspn(line, " \t");
		if (is_entry(s, line, length, number))
			return line;
	}
	return 0;
}

const char *users_next(enum users which, uint64_t *at, uint64_t pc)
{
	const struct source *s = source(which, pc);
	uint32_t number;
	size_t length;

	return s->first ? next(s, at, &length, &number) : 0;
}

const char *users_find(
	enum users which, const char *name, uint32_t number, uint64_t pc)
{
	const struct source *s = source(which, pc);
	uint64_t at = 0;
	uint32_t has;
	size_t length;
	const char *line;

	if (!s->first)
		return 0;
	while ((line = next(s, &at, &length, &has)))
		if (name ? strlen(name) == length &&
					strncmp(line, name, length) == 0
			 : has == number)
			return line;
	return 0;
}

bool users_are_all(enum users which)
{
	return sources[which].first && sources[which].alone;
}
