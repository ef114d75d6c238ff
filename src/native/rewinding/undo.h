/* SPDX-License-Identifier: MIT */
/* undo.h - the undo log: how memory goes back
 *
 * A log of old contents, written before memory changes and replayed backwards.
 * Restart goes back to position 0, a checkpoint to the position that the log
 * had when it was taken.  Entries: 8 aligned bytes, or a range.
 *
 * Memory   one reserved mapping.  At LOG_LIMIT the search starts again in fork
 *          mode; that is looked at every 64 decisions, with the fuel of hooks,
 *          and before ranges of more than a MiB, so that the mapping is never
 *          at its end before.
 * Cost     16 bytes and about a nanosecond for 8 bytes.
 */
#ifndef NATIVE_UNDO_H
#define NATIVE_UNDO_H

#include <stddef.h>
#include <stdint.h>

struct undo {
	char *top; /* where the next entry goes */
	char *base;
	uint64_t on; /* 0: fork mode, nothing is ever undone here */
	char *most;  /* high-water mark */
	size_t limit;
};

extern struct undo undo;

#define UNDO_RANGE (1ull << 63)

/* Saves the 8 bytes at p, which is 8-aligned. */
static inline void undo_save8(void *p)
{
	if (undo.on) {
		uint64_t *top = (uint64_t *)(void *)undo.top;

		top[0] = *(uint64_t *)p;
		top[1] = (uint64_t)p;
		undo.top = (char *)(top + 2);
	}
}

/* The same, of 8 bytes that have changed: what they were. */
static inline void undo_kept(void *p, uint64_t before)
{
	if (undo.on) {
		uint64_t *top = (uint64_t *)(void *)undo.top;

		top[0] = before;
		top[1] = (uint64_t)p;
		undo.top = (char *)(top + 2);
	}
}

/* Saves 32 bytes at p, which is 8-aligned; the log is on. */
static inline void undo_save32(const void *p)
{
	uint64_t *tail;

	__builtin_memcpy(undo.top, p, 32);
	tail = (uint64_t *)(void *)(undo.top + 32);
	tail[0] = 32;
	tail[1] = (uint64_t)p | UNDO_RANGE;
	undo.top = (char *)(tail + 2);
}

/* Saves any range. */
void undo_save(const void *p, size_t n);

static inline size_t undo_position(void)
{
	return (size_t)(undo.top - undo.base);
}

/* Is there room for n bytes of changes?  Does not return when there is not. */
void undo_room(size_t n);

/* Puts back everything saved since the log was at `position`. */
void undo_back(size_t position);

#endif
