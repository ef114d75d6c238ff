/* SPDX-License-Identifier: MIT */
#include "native/rewinding/undo.h"
#include "native/rt.h"

#include <string.h>

enum {
	UNDO_LARGE = 1 << 20,
	UNDO_SHORT = 1024 /* not worth a call */
};

struct undo undo;

void undo_room(size_t n)
{
	if (!undo.on || undo_position() + n <= undo.limit)
		return;
	if (rt.marks &&
		(rt.mode == MODE_FORK || rt.channel->config.task != TASK_CHECK))
		run_error(ERR_UNSUPPORTED, 0,
			"an execution changed more memory behind a mark than "
			"its %zu MiB hold" SC(502),
			undo.limit >> 20);
	if (rt.channel->config.task == TASK_CHECK)
		leaked(CAVEAT_log_limit, 0,
			"an execution changed more memory than its %zu MiB "
			"hold",
			undo.limit >> 20);
	undo.top = undo.base; /* a replay never goes back */
}

/* Of most ranges, a thread or its stack, the call would be the longest part. */
static inline void copy(void *to, const void *from, size_t n)
{
	char *t = to;
	const char *f = from;

	if (n > UNDO_SHORT) {
		memcpy(to, from, n);
		return;
	}
	for (; n >= 64; n -= 64, t += 64, f += 64)
		__builtin_memcpy(t, f, 64);
	for (; n >= 16; n -= 16, t += 16, f += 16)
		__builtin_memcpy(t, f, 16);
	for (; n >= 8; n -= 8, t += 8, f += 8)
		__builtin_memcpy(t, f, 8);
	while (n--)
		*t++ = *f++;
}

void undo_save(const void *p, size_t n)
{
	size_t padded = (n + 7) & ~(size_t)7;
	uint64_t *tail;

	if (!undo.on || n == 0)
		return;
	if (unlikely(n > UNDO_LARGE))
		undo_room(n);
	copy(undo.top, p, n);
	tail = (uint64_t *)(void *)(undo.top + padded);
	tail[0] = n;
	tail[1] = (uint64_t)p | UNDO_RANGE;
	undo.top = (char *)(tail + 2);
}

void undo_back(size_t position)
{
	char *stop = undo.base + position;
	char *top = undo.top;

	if (top > undo.most)
		undo.most = top;
	while (top > stop) {
		uint64_t *tail = (uint64_t *)(void *)(top - 16);

		if (tail[1] & UNDO_RANGE) {
			size_t n = tail[0];

			if (n == 32) { /* a cell, as most of them are */
				top -= 48;
				__builtin_memcpy(
					(void *)(tail[1] & ~UNDO_RANGE), top,
					32);
				continue;
			}
			top -= 16 + ((n + 7) & ~(size_t)7);
			copy((void *)(tail[1] & ~UNDO_RANGE), top, n);
		} else {
			*(uint64_t *)tail[1] = tail[0];
			top -= 16;
		}
	}
	undo.top = top;
}
