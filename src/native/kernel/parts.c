/* SPDX-License-Identifier: MIT */
/* parts.c - the buffers of a read or write call, one after another */
#include "native/kernel/file.h"
#include "native/threads/piece.h"
#include "native/libc/libc.h"

#include <limits.h>
#include <string.h>

bool parts_too_long(const struct parts *p)
{
	for (int i = 0; i < p->count; i++)
		if (p->at[i].iov_len > SSIZE_MAX)
			return p->of == PARTS_OF_VECTOR;
	return false;
}

size_t parts_bytes(const struct parts *p)
{
	size_t n = 0;

	for (int i = 0; i < p->count; i++)
		n += p->at[i].iov_len;
	return n;
}

/* No other thread runs inside of the call, which is one operation. */
static void copy(const struct parts *p, size_t skip, void *to, const void *from,
	size_t n)
{
	size_t done = 0;

	if (n > 1 && p->of != PARTS_OF_STREAM && site_races(p->pc))
		caveat(CAVEAT_may_tear, "%zu bytes", n);
	piece_begin(PIECE_call);
	for (int i = 0; i < p->count && done < n; i++) {
		size_t length = p->at[i].iov_len, now;
		char *memory = p->at[i].iov_base;

		if (skip >= length) {
			skip -= length;
			continue;
		}
		now = length - skip < n - done ? length - skip : n - done;
		memory += skip;
		if (to) {
			if (p->of != PARTS_OF_STREAM)
				access_read(memory, now, p->pc);
			memcpy((char *)to + done, memory, now);
		} else {
			if (p->of != PARTS_OF_STREAM)
				access_write(memory, now, p->pc);
			memcpy(memory, (const char *)from + done, now);
		}
		done += now;
		skip = 0;
	}
	piece_end();
}

void parts_put(const struct parts *p, size_t skip, const void *from, size_t n)
{
	copy(p, skip, 0, from, n);
}

void parts_get(const struct parts *p, size_t skip, void *to, size_t n)
{
	copy(p, skip, to, 0, n);
}
