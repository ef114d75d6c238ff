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
