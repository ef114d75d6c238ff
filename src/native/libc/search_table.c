/* SPDX-License-Identifier: MIT */
/* search_table.c - hsearch, lsearch, insque and their kin
 *
 * Tables of strings with a place for each, arrays that are searched from the
 * first element on, and lists.  hcreate's table is the process's: its record is
 * announced as memory that all threads share, as POSIX has it.
 */
#include "native/libc/libc.h"

#include <errno.h>
#include <limits.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

/* --- hsearch
 * ----------------------------------------------------------------------------------
 */

struct _ENTRY {
	unsigned used; /* the hash of its key; 0: it is free */
	ENTRY entry;
};

/* The one of hcreate; rewound, as the test's memory is. */
static struct hsearch_data table;

static bool is_prime(unsigned n)
{
	for (unsigned d = 3; d <= n / d; d += 2)
		if (n % d == 0)
			return false;
	return true;
}

static bool create(size_t n, struct hsearch_data *t, uint64_t pc)
{
	const size_t most = UINT_MAX - 2;
	unsigned size;

	if (!t) {
		errno = EINVAL;
		return false;
	}
	access_read(t, sizeof *t, pc);
	if (t->table)
		return false;
	if (n > most) {
		errno = ENOMEM;
		return false;
	}
	size = n < 3 ? 3 : (unsigned)n | 1;
	while (!is_prime(size))
		size += 2;
	access_write(t, sizeof *t, pc);
	t->size = size;
	t->filled = 0;
	/* One more: places are counted from 1. */
	t->table = calloc((size_t)size + 1, sizeof *t->table);
	return t->table != 0;
}

static void destroy(struct hsearch_data *t, uint64_t pc)
{
	if (!t) {
		errno = EINVAL;
		return;
	}
	access_write(t, sizeof *t, pc);
	free(t->table);
	t->table = 0;
}

static unsigned hash_of(const char *key)
{
	unsigned n = (unsigned)strlen(key), hash = n;

	while (n > 0)
		hash = (hash << 4) + (unsigned)(int)key[--n];
	return hash ? hash : ~0u;
}

/* The place that has the key, or where it would be; 0: there is none. */
static unsigned place_of(const struct hsearch_data *t, const char *key,
	unsigned hash, uint64_t pc)
{
	unsigned first = hash % t->size + 1, step = 1 + hash % (t->size - 2);
	unsigned at = first;

	do {
		struct _ENTRY *e = &t->table[at];

		access_read(e, sizeof *e, pc);
		if (!e->used || (e->used == hash &&
					strcmp(key, read_string(e->entry.key,
							    pc)) == 0))
			return at;
		at = at <= step ? t->size + at - step : at - step;
	} while (at != first);
	return 0;
}

static ENTRY *enter(struct hsearch_data *t, unsigned at, unsigned hash,
	ENTRY item, uint64_t pc)
{
	struct _ENTRY *e = &t->table[at];

	access_write(e, sizeof *e, pc);
	e->used = hash;
	e->entry = item;
	access_write(&t->filled, sizeof t->filled, pc);
	t->filled++;
	return &e->entry;
}

static int search(ENTRY item, ACTION action, ENTRY **result,
	struct hsearch_data *t, uint64_t pc)
{
	const char *key = read_string(item.key, pc);
	unsigned hash = hash_of(key), at;
	ENTRY *found = 0;

	access_read(t, sizeof *t, pc);
	at = place_of(t, key, hash, pc);
	if (at && t->table[at].used)
		found = &t->table[at].entry;
	else if (action != ENTER)
		errno = ESRCH;
	else if (!at || t->filled == t->size)
		errno = ENOMEM;
	else
		found = enter(t, at, hash, item, pc);
	access_write(result, sizeof *result, pc);
	*result = found;
	return found != 0;
}

EXPORT int LIBC(hcreate_r)(size_t n, struct hsearch_data *t)
{
	return controlled() ? create(n, t, CALLER) : REAL(hcreate_r)(n, t);
}

EXPORT void LIBC(hdestroy_r)(struct hsearch_data *t)
{
	if (controlled())
		destroy(t, CALLER);
	else
		REAL(hdestroy_r)(t);
}

EXPORT int LIBC(hsearch_r)(
	ENTRY item, ACTION action, ENTRY **result, struct hsearch_data *t)
{
	return controlled() ? search(item, action, result, t, CALLER)
			    : REAL(hsearch_r)(item, action, result, t);
}

EXPORT int LIBC(hcreate)(size_t n)
{
	return controlled() ? create(n, &table, CALLER) : REAL(hcreate)(n);
}

EXPORT void LIBC(hdestroy)(void)
{
	if (controlled())
		destroy(&table, CALLER);
	else
		REAL(hdestroy)();
}

EXPORT ENTRY *LIBC(hsearch)(ENTRY item, ACTION action)
{
	ENTRY *found;

	if (!controlled())
		return REAL(hsearch)(item, action);
	search(item, action, &found, &table, CALLER);
	return found;
}

/* --- lsearch
 * ----------------------------------------------------------------------------------
 */

typedef int compare_function(const void *, const void *);

static size_t count_of(const size_t *n, uint64_t pc)
{
	access_read(n, sizeof *n, pc);
	return *n;
}

static void *find(const void *key, const char *base, size_t n, size_t size,
	compare_function *compare)
{
	for (size_t i = 0; i < n; i++)
		if (compare(key, base + i * size) == 0)
			return (void *)(uintptr_t)(base + i * size);
	return 0;
}

EXPORT void *LIBC(lfind)(const void *key, const void *base, size_t *n,
	size_t size, compare_function *compare)
{
	if (!controlled())
		return REAL(lfind)(key, base, n, size, compare);
	return find(key, base, count_of(n, CALLER), size, compare);
}

EXPORT void *LIBC(lsearch)(const void *key, void *base, size_t *n, size_t size,
	compare_function *compare)
{
	size_t count;
	void *at;

	if (!controlled())
		return REAL(lsearch)(key, base, n, size, compare);
	count = count_of(n, CALLER);
	at = find(key, base, count, size, compare);
	if (at)
		return at;
	at = (char *)base + count * size;
	copy_bytes(at, key, size, CALLER);
	count = count_of(n, CALLER);
	access_write(n, sizeof *n, CALLER);
	*n = count + 1;
	return at;
}

/* --- insque
 * -----------------------------------------------------------------------------------
 */

struct element {
	struct element *next, *before;
};

static void link_to(struct element **at, struct element *e, uint64_t pc)
{
	access_write(at, sizeof *at, pc);
	*at = e;
}

EXPORT void LIBC(insque)(void *element, void *behind)
{
	struct element *e = element, *before = behind, *next;

	if (!controlled()) {
		REAL(insque)(element, behind);
		return;
	}
	if (!before) {
		link_to(&e->next, 0, CALLER);
		link_to(&e->before, 0, CALLER);
		return;
	}
	access_read(&before->next, sizeof before->next, CALLER);
	next = before->next;
	link_to(&before->next, e, CALLER);
	if (next)
		link_to(&next->before, e, CALLER);
	link_to(&e->next, next, CALLER);
	link_to(&e->before, before, CALLER);
}

EXPORT void LIBC(remque)(void *element)
{
	struct element *e = element, *next, *before;

	if (!controlled()) {
		REAL(remque)(element);
		return;
	}
	access_read(e, sizeof *e, CALLER);
	next = e->next;
	before = e->before;
	if (next)
		link_to(&next->before, before, CALLER);
	if (before)
		link_to(&before->next, next, CALLER);
}
