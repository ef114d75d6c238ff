/* SPDX-License-Identifier: MIT */
/* room.c - memory of a judgement
 *
 * src/linear allocates within a call and frees before it returns; here nothing
 * is given back before all is.  The test's heap is not asked: it is part of
 * what is explored.
 */
#include "native/linear/operation.h"

#include <stddef.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	ROOM = 16 << 20,
	ALIGN = 16
};

static char room[ROOM] __attribute__((aligned(16)));
static size_t used;

void judge_room_empty(void)
{
	used = 0;
}

/* Its size stands before it. */
static void *take(size_t bytes)
{
	size_t all;
	char *at;

	if (bytes > ROOM)
		return 0;
	all = (bytes + 2 * ALIGN - 1) / ALIGN * ALIGN;
	if (all > ROOM - used)
		return 0;
	at = room + used;
	*(size_t *)(void *)at = bytes;
	used += all;
	return at + ALIGN;
}

void *linear_malloc(size_t bytes)
{
	return take(bytes);
}

void *linear_calloc(size_t n, size_t size)
{
	void *at = size && n > ROOM / size ? 0 : take(n * size);

	if (at)
		memset(at, 0, n * size);
	return at;
}

void *linear_realloc(void *old, size_t bytes)
{
	size_t had = old ? *(size_t *)(void *)((char *)old - ALIGN) : 0;
	void *at = take(bytes);

	if (at && had)
		memcpy(at, old, had < bytes ? had : bytes);
	return at;
}

void linear_free(void *at)
{
	(void)at;
}

static void swap(char *a, char *b, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		char byte = a[i];

		a[i] = b[i];
		b[i] = byte;
	}
}

/* The C library's asks how much memory there is, which is a call of the test's.
 */
static void sift(char *it, size_t at, size_t n, size_t size,
	int (*compare)(const void *, const void *))
{
	for (size_t child; (child = 2 * at + 1) < n; at = child) {
		if (child + 1 < n &&
			compare(it + child * size, it + (child + 1) * size) < 0)
			child++;
		if (compare(it + at * size, it + child * size) >= 0)
			return;
		swap(it + at * size, it + child * size, size);
	}
}

void linear_qsort(void *all, size_t n, size_t size,
	int (*compare)(const void *, const void *))
{
	char *it = all;

	for (size_t at = n / 2; at-- > 0;)
		sift(it, at, n, size, compare);
	for (size_t end = n; end-- > 1;) {
		swap(it, it + end * size, size);
		sift(it, 0, end, size, compare);
	}
}
