/* SPDX-License-Identifier: MIT */
/* environment.c - setenv and its kin, whose strings are the test's memory
 *
 * The C library keeps a list beside `environ` that scarp cannot rewind; here
 * there is `environ` alone, in memory of the test's heap.  POSIX lets no thread
 * read the environment while another changes it: both are announced as
 * accesses, so that it is a data race.
 */
#include "native/heap.h"
#include "native/libc/libc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failed(int error)
{
	errno = error;
	return -1;
}

static size_t count(uint64_t pc)
{
	size_t n = 0;

	access_read(&environ, sizeof environ, pc);
	if (!environ)
		return 0;
	while (environ[n])
		n++;
	access_read(environ, (n + 1) * sizeof *environ, pc);
	return n;
}

static bool names(const char *entry, const char *name, size_t n)
{
	return strncmp(entry, name, n) == 0 && entry[n] == '=';
}

/* The place of a name in `environ`; count(): it is not there. */
static size_t find(const char *name, size_t n, size_t entries)
{
	size_t i = 0;

	while (i < entries && !names(environ[i], name, n))
		i++;
	return i;
}

/* The one that is there, or a new last one. */
static int set(size_t at, size_t entries, char *entry, uint64_t pc)
{
	char **list = environ;

	if (at == entries) {
		list = malloc((entries + 2) * sizeof *list);
		heap_keep((uint64_t)list);
		if (!list)
			return -1;
		access_write(list, (entries + 2) * sizeof *list, pc);
		if (entries)
			memcpy(list, environ, entries * sizeof *list);
		list[entries + 1] = 0;
		access_write(&environ, sizeof environ, pc);
		environ = list;
	}
	access_write(&list[at], sizeof *list, pc);
	list[at] = entry;
	return 0;
}

static bool bad_name(const char *name)
{
	return !name || !*name || strchr(name, '=');
}

EXPORT int LIBC(setenv)(const char *name, const char *value, int replace)
{
	size_t n, length, entries, at;
	char *entry;

	if (!controlled())
		return REAL(setenv)(name, value, replace);
	if (bad_name(name))
		return failed(EINVAL);
	n = access_string(name, CALLER);
	length = access_string(value, CALLER);
	entries = count(CALLER);
	at = find(name, n, entries);
	if (at < entries && !replace)
		return 0;
	entry = malloc(n + length + 2);
	heap_keep((uint64_t)entry); /* as glibc does, used or not */
	if (!entry)
		return -1;
	access_write(entry, n + length + 2, CALLER);
	memcpy(entry, name, n);
	entry[n] = '=';
	memcpy(entry + n + 1, value, length + 1);
	return set(at, entries, entry, CALLER);
}

static int remove_name(const char *name, uint64_t pc)
{
	size_t n, entries, at;

	if (bad_name(name))
		return failed(EINVAL);
	n = access_string(name, pc);
	entries = count(pc);
	while ((at = find(name, n, entries)) < entries) {
		access_write(
			&environ[at], (entries - at + 1) * sizeof *environ, pc);
		memmove(&environ[at], &environ[at + 1],
			(entries - at) * sizeof *environ);
		entries--;
	}
	return 0;
}

EXPORT int LIBC(unsetenv)(const char *name)
{
	return controlled() ? remove_name(name, CALLER) : REAL(unsetenv)(name);
}

EXPORT int LIBC(putenv)(char *entry)
{
	size_t n, entries;

	if (!controlled())
		return REAL(putenv)(entry);
	access_string(entry, CALLER);
	n = strcspn(entry, "=");
	if (!entry[n])
		return remove_name(entry, CALLER);
	entries = count(CALLER);
	return set(find(entry, n, entries), entries, entry, CALLER);
}

EXPORT int LIBC(clearenv)(void)
{
	if (!controlled())
		return REAL(clearenv)();
	access_write(&environ, sizeof environ, CALLER);
	environ = 0;
	return 0;
}

static char *get(const char *name, uint64_t pc)
{
	size_t n, entries = count(pc), at;

	n = access_string(name, pc);
	at = find(name, n, entries);
	if (at == entries)
		return 0;
	access_string(environ[at], pc);
	return environ[at] + n + 1;
}

EXPORT char *LIBC(getenv)(const char *name)
{
	return controlled() ? get(name, CALLER) : REAL(getenv)(name);
}

EXPORT char *LIBC(secure_getenv)(const char *name)
{
	return controlled() ? get(name, CALLER) : REAL(secure_getenv)(name);
}
