/* SPDX-License-Identifier: MIT */
/* scandir.c - all names of a folder in one list
 *
 * Between reading them the test's functions choose and compare: calls of
 * scandir are no one piece, as natively.
 */
#include "native/kernel/folder.h"
#include "native/kernel/file.h"
#include "native/libc/libc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

typedef int choose(const struct dirent *);
typedef int compare(const struct dirent **, const struct dirent **);

/* In the test's heap, which it gets. */
struct list {
	struct dirent **at;
	size_t used, room;
};

static bool grow(struct list *l, uint64_t pc)
{
	size_t room = l->room ? 2 * l->room : 8;
	struct dirent **at = malloc(room * sizeof *at);

	if (!at)
		return false;
	put_bytes(at, l->at, l->used * sizeof *at, pc);
	free(l->at);
	l->at = at;
	l->room = room;
	return true;
}

static bool add(struct list *l, const struct dirent *e, uint64_t pc)
{
	size_t n = offsetof(struct dirent, d_name) + strlen(e->d_name) + 1;
	struct dirent *copy;

	if (l->used == l->room && !grow(l, pc))
		return false;
	copy = malloc(e->d_reclen > n ? e->d_reclen : n);
	if (!copy)
		return false;
	put_bytes(copy, e, n, pc);
	put_bytes(&l->at[l->used++], &copy, sizeof copy, pc);
	return true;
}

static void drop(struct list *l)
{
	while (l->used)
		free(l->at[--l->used]);
	free(l->at);
}

static int scan_folder(int folder, const char *path, struct dirent ***out,
	choose *wanted, compare *order, uint64_t pc)
{
	struct list l = {0};
	DIR *d = folder_open(folder, read_string(path, pc), pc);
	const struct dirent *e;
	int before = errno, error = 0;

	if (!d)
		return -1;
	for (errno = 0; !error && (e = folder_next(d, pc)); errno = 0)
		if (!wanted || wanted(e))
			error = add(&l, e, pc) ? 0 : ENOMEM;
	if (!error)
		error = errno;
	folder_close(d, pc);
	if (!error && !l.at && !grow(&l, pc))
		error = ENOMEM;
	if (error) {
		drop(&l);
		return (int)refuse_call(error);
	}
	errno = before;
	if (order)
		sort_pointers((void **)l.at, l.used,
			(int (*)(const void *, const void *))(void *)order, pc);
	put_bytes(out, &l.at, sizeof l.at, pc);
	return (int)l.used;
}

_Static_assert(sizeof(struct dirent) == sizeof(struct dirent64), "one type");

#define SCANS(name)                                                            \
	EXPORT int LIBC(name)(const char *path, struct dirent ***out,          \
		choose *wanted, compare *order)                                \
	{                                                                      \
		return controlled() ? scan_folder(AT_FDCWD, path, out, wanted, \
					      order, CALLER)                   \
				    : REAL(scandir)(path, out, wanted, order); \
	}
SCANS(scandir)
SCANS(scandir64)

#define SCANS_AT(name)                                                         \
	EXPORT int LIBC(name)(int folder, const char *path,                    \
		struct dirent ***out, choose *wanted, compare *order)          \
	{                                                                      \
		return controlled() ? scan_folder(folder, path, out, wanted,   \
					      order, CALLER)                   \
				    : REAL(scandirat)(folder, path, out,       \
					      wanted, order);                  \
	}
SCANS_AT(scandirat)
SCANS_AT(scandirat64)

/* --- what they are compared by
 * ------------------------------------------------------------------------ */

static void looked_at(const struct dirent **at, uint64_t pc)
{
	access_read(at, sizeof *at, pc);
	access_read((*at)->d_name, strlen((*at)->d_name) + 1, pc);
}

#define COMPARES(name, library)                                                \
	EXPORT int LIBC(name)(                                                 \
		const struct dirent **a, const struct dirent **b)              \
	{                                                                      \
		if (controlled()) {                                            \
			looked_at(a, CALLER);                                  \
			looked_at(b, CALLER);                                  \
		}                                                              \
		return REAL(library)(a, b);                                    \
	}
COMPARES(alphasort, alphasort)
COMPARES(alphasort64, alphasort)
COMPARES(versionsort, versionsort)
COMPARES(versionsort64, versionsort)
