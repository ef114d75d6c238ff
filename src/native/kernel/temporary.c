/* SPDX-License-Identifier: MIT */
/* temporary.c - files and folders with new names: mkstemp, tmpnam and their kin
 *
 * Natively the names are random.  Here they derive from the thread and how many
 * it has made: what others do changes none, and each is new.
 */
#include "native/kernel/file.h"
#include "native/kernel/folder.h"
#include "native/kernel/tree.h"
#include "native/libc/libc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

extern char *scarp_libc_getenv(const char *);

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

/* --- names of what is not there, and not made
 * ------------------------------------------------------------------------ */

static int make_nothing(const char *path, int flags, uint64_t pc)
{
	struct stat st;

	(void)flags;
	if (folder_stat(AT_FDCWD, path, &st, AT_SYMLINK_NOFOLLOW, pc) == 0)
		return (int)refuse_call(EEXIST);
	return errno == ENOENT ? 0 : -1;
}

EXPORT char *LIBC(mktemp)(char *path)
{
	if (!controlled())
		return REAL(mktemp)(path);
	if (new_name(path, 0, 0, make_nothing, CALLER) < 0)
		put_bytes(path, "", 1, CALLER);
	return path;
}

static char *name_in(char *to, uint64_t pc)
{
	static const char begins[L_tmpnam] = P_tmpdir "/fileXXXXXX";

	put_bytes(to, begins, sizeof begins, pc);
	return new_name(to, 0, 0, make_nothing, pc) < 0 ? 0 : to;
}

EXPORT char *LIBC(tmpnam)(char *to)
{
	static char last[L_tmpnam]; /* as a static variable of the test's */

	return !controlled() ? REAL(tmpnam)(to)
			     : name_in(to ? to : last, CALLER);
}

EXPORT char *LIBC(tmpnam_r)(char *to)
{
	return !controlled() ? REAL(tmpnam_r)(to)
	       : to	     ? name_in(to, CALLER)
			     : 0;
}

static bool is_folder(const char *path, uint64_t pc)
{
	struct stat st;

	return path && *path && folder_stat(AT_FDCWD, path, &st, 0, pc) == 0 &&
	       S_ISDIR(st.st_mode);
}

static char *name_for(const char *folder, const char *begins, uint64_t pc)
{
	const char *wanted = scarp_libc_getenv("TMPDIR");
	char path[PATH_MAX], *out;
	int n;

	if (!is_folder(wanted, pc))
		wanted = is_folder(folder, pc) ? folder : P_tmpdir;
	wanted = read_string(wanted, pc);
	begins = begins && *begins ? read_string(begins, pc) : "file";
	n = snprintf(path, sizeof path, "%s/%.5sXXXXXX", wanted, begins);
	if (n >= (int)sizeof path)
		return refuse_call(ENAMETOOLONG), (char *)0;
	out = malloc((size_t)n + 1);
	if (!out)
		return 0;
	put_bytes(out, path, (size_t)n + 1, pc);
	if (new_name(out, 0, 0, make_nothing, pc) == 0)
		return out;
	free(out);
	return 0;
}

EXPORT char *LIBC(tempnam)(const char *folder, const char *begins)
{
	return controlled() ? name_for(folder, begins, CALLER)
			    : REAL(tempnam)(folder, begins);
}
