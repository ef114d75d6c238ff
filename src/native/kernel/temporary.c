/* SPDX-License-Identifier: MIT */
/* temporary.c - files and folders with new names: mkstemp and its kin
 *
 * Natively the names are random.  Here they derive from the thread and how many
 * it has made: what others do changes none, and each is new.
 */
#include "native/kernel/file.h"
#include "native/kernel/tree.h"
#include "native/libc/libc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

enum {
	MARKS = 6,
	TRIES = 10000
};

static uint64_t made[THREADS_MAX]; /* rewound */

/* The next six characters of the running thread's. */
static void next_name(char *to)
{
	static const char digit[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP"
				    "QRSTUVWXYZ0123456789";
	uint64_t n;

	undo_save8(&made[rt.self->id]);
	n = made[rt.self->id]++ * THREADS_MAX + rt.self->id;
	for (int i = 0; i < MARKS; i++, n /= sizeof digit - 1)
		to[i] = digit[n % (sizeof digit - 1)];
}

/* The marks are there, and behind them `after` characters; NULL: not so. */
static char *marks_of(char *copy, int after)
{
	size_t n = strlen(copy);

	if (after < 0 || n < (size_t)(MARKS + after))
		return 0;
	copy += n - MARKS - (size_t)after;
	return strncmp(copy, "XXXXXX", MARKS) ? 0 : copy;
}

typedef int make(const char *path, int flags, uint64_t pc);

static int make_file(const char *path, int flags, uint64_t pc)
{
	return file_open(AT_FDCWD, path,
		(flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600, pc);
}

static int make_folder(const char *path, int flags, uint64_t pc)
{
	(void)flags;
	return folder_make(path, 0700, pc);
}

static int new_name(char *name, int after, int flags, make *how, uint64_t pc)
{
	const char *text = read_string(name, pc);
	size_t n = strlen(text) + 1;
	uint32_t *words = arena_words(n / 4 + 1, 0);
	char *copy = memcpy(words, text, n), *marks = marks_of(copy, after);
	int rc, before = errno;

	if (!marks)
		return (int)refuse_call(EINVAL);
	for (int i = 0; i < TRIES; i++) {
		next_name(marks);
		rc = how(copy, flags, pc);
		if (rc < 0 && errno == EEXIST)
			continue;
		put_bytes(name + (marks - copy), marks, MARKS, pc);
		if (rc >= 0)
			errno = before;
		return rc;
	}
	return -1;
}

#define FILES(name, parameters, arguments, after, flags)                       \
	EXPORT int LIBC(name) parameters                                       \
	{                                                                      \
		return controlled() ? new_name(path, after, flags, make_file,  \
					      CALLER)                          \
				    : REAL(name) arguments;                    \
	}
FILES(mkstemp, (char *path), (path), 0, 0)
FILES(mkstemp64, (char *path), (path), 0, 0)
FILES(mkostemp, (char *path, int flags), (path, flags), 0, flags)
FILES(mkostemp64, (char *path, int flags), (path, flags), 0, flags)
FILES(mkstemps, (char *path, int after), (path, after), after, 0)
FILES(mkstemps64, (char *path, int after), (path, after), after, 0)
FILES(mkostemps, (char *path, int after, int flags), (path, after, flags),
	after, flags)
FILES(mkostemps64, (char *path, int after, int flags), (path, after, flags),
	after, flags)

EXPORT char *LIBC(mkdtemp)(char *path)
{
	if (!controlled())
		return REAL(mkdtemp)(path);
	return new_name(path, 0, 0, make_folder, CALLER) < 0 ? 0 : path;
}
