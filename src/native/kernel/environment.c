/* SPDX-License-Identifier: MIT */
/* environment.c - setenv and its kin, whose strings are the test's memory
 *
 * The C library keeps a list beside `environ` that scarp cannot rewind; here
 * there is `environ` alone, in memory of the test's heap.  Each call is one
 * operation on the environment, as those that change it are in glibc.  POSIX
 * lets no thread read the environment while another changes it: what they touch
 * is announced as well, so that it is a data race.
 */
#include "native/heap/heap.h"
#include "native/threads/piece.h"
#include "native/libc/libc.h"
#include "native/state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What is announced from here on belongs to the operation. */
static void begin(enum touches what, uint64_t pc)
{
	state_point(what, 0, true, pc);
	piece_begin(PIECE_call);
}

static void end(void)
{
	piece_end();
}

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

/* What is looked at ends with the first difference. */
static bool names(const char *entry, const char *name, size_t n, uint64_t pc)
{
	size_t same = 0;

	while (same < n && entry[same] == name[same])
		same++;
	access_read(entry, same + 1, pc);
	return same == n && entry[n] == '=';
}

/* The place of a name in `environ`; count(): it is not there. */
static size_t find(const char *name, size_t n, size_t entries, uint64_t pc)
{
	size_t i = 0;

	while (i < entries && !names(environ[i], name, n, pc))
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

static int set_value(const char *name, size_t n, const char *value,
	bool replace, uint64_t pc)
{
	size_t length = strlen(value), entries = count(pc), at;
	char *entry;

	at = find(name, n, entries, pc);
	if (at < entries && !replace)
		return 0;
	entry = malloc(n + length + 2);
	heap_keep((uint64_t)entry); /* as glibc does, used or not */
	if (!entry)
		return -1;
	access_write(entry, n + length + 2, pc);
	memcpy(entry, name, n);
	entry[n] = '=';
	memcpy(entry + n + 1, value, length + 1);
	return set(at, entries, entry, pc);
}

EXPORT int LIBC(setenv)(const char *name, const char *value, int replace)
{
	int rc;

	if (!controlled())
		return REAL(setenv)(name, value, replace);
	if (bad_name(name))
		return failed(EINVAL);
	name = read_string(name, CALLER);
	value = read_string(value, CALLER);
	begin(TOUCHES_setenv_environment, CALLER);
	rc = set_value(name, strlen(name), value, replace, CALLER);
	end();
	return rc;
}

static int remove_name(const char *name, uint64_t pc)
{
	size_t n, entries, at;

	if (bad_name(name))
		return failed(EINVAL);
	name = read_string(name, pc);
	n = strlen(name);
	begin(TOUCHES_unsetenv_environment, pc);
	entries = count(pc);
	while ((at = find(name, n, entries, pc)) < entries) {
		access_write(
			&environ[at], (entries - at + 1) * sizeof *environ, pc);
		memmove(&environ[at], &environ[at + 1],
			(entries - at) * sizeof *environ);
		entries--;
	}
	end();
	return 0;
}

EXPORT int LIBC(unsetenv)(const char *name)
{
	return controlled() ? remove_name(name, CALLER) : REAL(unsetenv)(name);
}

EXPORT int LIBC(putenv)(char *entry)
{
	const char *name;
	size_t n, entries;
	int rc;

	if (!controlled())
		return REAL(putenv)(entry);
	name = read_string(entry, CALLER);
	n = strcspn(name, "=");
	if (!name[n])
		return remove_name(entry, CALLER);
	begin(TOUCHES_putenv_environment, CALLER);
	entries = count(CALLER);
	rc = set(find(name, n, entries, CALLER), entries, entry, CALLER);
	end();
	return rc;
}

EXPORT int LIBC(clearenv)(void)
{
	if (!controlled())
		return REAL(clearenv)();
	begin(TOUCHES_clearenv_environment, CALLER);
	access_write(&environ, sizeof environ, CALLER);
	environ = 0;
	end();
	return 0;
}

static char *value_in(const char *name, size_t n, uint64_t pc)
{
	size_t entries = count(pc), at = find(name, n, entries, pc);

	return at == entries ? 0 : environ[at] + n + 1;
}

static char *get(const char *name, uint64_t pc)
{
	char *value;

	name = read_string(name, pc);
	begin(TOUCHES_getenv_environment, pc);
	value = value_in(name, strlen(name), pc);
	end();
	return value;
}

EXPORT char *LIBC(getenv)(const char *name)
{
	return controlled() ? get(name, CALLER) : REAL(getenv)(name);
}

EXPORT char *LIBC(secure_getenv)(const char *name)
{
	return controlled() ? get(name, CALLER) : REAL(secure_getenv)(name);
}
