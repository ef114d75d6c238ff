/* SPDX-License-Identifier: MIT */
/* sort.c - qsort and bsearch, whose callbacks are the test's code
 *
 * A stable merge sort that compares in the order in which glibc 2.36 does, so
 * that equal elements come out as they do natively.
 *
 * Memory   on the thread's stack, else a block of the heap: both go back with
 *          the execution, as a callback may be switched out.
 */
#include "native/libc/libc.h"

#include <stdlib.h>
#include <string.h>

enum {
	ON_STACK = 8192
};

struct sort {
	size_t size;
	int (*compare)(const void *, const void *, void *);
	void *argument;
	char *room; /* for all elements */
	bool saved; /* room is no stack: changes are logged */
	uint64_t pc;
};

static void keep(const struct sort *s, char *at, const char *from, size_t n)
{
	access_read(from, n, s->pc);
	if (s->saved)
		undo_save(at, n);
	memcpy(at, from, n);
}

static void sort(const struct sort *s, char *base, size_t n)
{
	size_t left = n / 2, right = n - left;
	char *a = base, *b = base + left * s->size, *out = s->room;

	if (n <= 1)
		return;
	sort(s, a, left);
	sort(s, b, right);
	while (left && right) {
		if (s->compare(a, b, s->argument) <= 0) {
			keep(s, out, a, s->size);
			a += s->size;
			left--;
		} else {
			keep(s, out, b, s->size);
			b += s->size;
			right--;
		}
		out += s->size;
	}
	if (left)
		keep(s, out, a, left * s->size);
	put_bytes(base, s->room, (n - right) * s->size, s->pc);
}

static int without(const void *a, const void *b, void *compare)
{
	return ((int (*)(const void *, const void *))compare)(a, b);
}

static void sort_all(void *base, size_t n, size_t size,
	int (*compare)(const void *, const void *, void *), void *argument,
	uint64_t pc)
{
	struct sort s = {size, compare, argument, 0, n * size > ON_STACK, pc};

	if (n < 2 || size == 0)
		return;
	s.room = s.saved ? malloc(n * size) : __builtin_alloca(n * size);
	if (!s.room)
		unsupported("qsort without memory", pc);
	sort(&s, base, n);
	if (s.saved)
		free(s.room);
}

void sort_pointers(void **at, size_t n,
	int (*compare)(const void *, const void *), uint64_t pc)
{
	sort_all(at, n, sizeof *at, without, (void *)compare, pc);
}

EXPORT void LIBC(qsort)(void *base, size_t n, size_t size,
	int (*compare)(const void *, const void *))
{
	if (controlled())
		sort_all(base, n, size, without, (void *)compare, CALLER);
	else
		REAL(qsort)(base, n, size, compare);
}

EXPORT void LIBC(qsort_r)(void *base, size_t n, size_t size,
	int (*compare)(const void *, const void *, void *), void *argument)
{
	if (controlled())
		sort_all(base, n, size, compare, argument, CALLER);
	else
		REAL(qsort_r)(base, n, size, compare, argument);
}

EXPORT void *LIBC(bsearch)(const void *key, const void *base, size_t n,
	size_t size, int (*compare)(const void *, const void *))
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = (low + high) / 2;
		const char *at = (const char *)base + middle * size;
		int order = compare(key, at);

		if (order == 0)
			return (void *)at;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return 0;
}
