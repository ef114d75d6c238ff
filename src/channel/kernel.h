/* SPDX-License-Identifier: MIT */
/* kernel.h - objects of operations that the test's memory does not show
 *
 * They are addresses that nothing else has: a kind and a number.
 */
#ifndef CHANNEL_KERNEL_H
#define CHANNEL_KERNEL_H

#include <stdint.h>

#define KERNEL_BASE 0x13ff00000000u

enum kernel_kind {
	KERNEL_NUMBERS, /* which descriptors are open */
	KERNEL_PIPE,	/* or one direction of a pair of sockets */
	KERNEL_EVENT,	/* or a timer */
	KERNEL_EPOLL,
	KERNEL_SOCKET,	/* 0: the names of all */
	KERNEL_FILE,	/* in memory, or read from disk: what it holds */
	KERNEL_OPEN,	/* the same: the place of who opened it */
	KERNEL_FREED,	/* the heap's: freed blocks of a size */
	KERNEL_OUTSIDE, /* whatever library functions touch in silence */
	KERNEL_HEAP,	/* all of it, for handlers of signals */
/* what functions of the C library share: states.def */
#define STATE(name, how, text) KERNEL_##name,
#define TOUCHES(function, state, access)
#define ALONE(reason, names)
#include "channel/states.def"
#undef ALONE
#undef TOUCHES
#undef STATE
	KERNEL_KINDS
};

static inline uint64_t kernel_object(enum kernel_kind kind, uint64_t number)
{
	return KERNEL_BASE + ((uint64_t)kind << 20) + (number << 4);
}

/* False: it is none. */
static inline int kernel_object_of(
	uint64_t address, enum kernel_kind *kind, uint64_t *number)
{
	uint64_t at = address - KERNEL_BASE;

	*kind = (enum kernel_kind)(at >> 20);
	*number = (at & 0xfffff) >> 4;
	return address >= KERNEL_BASE && at >> 20 < KERNEL_KINDS;
}

#endif
