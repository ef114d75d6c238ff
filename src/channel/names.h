/* SPDX-License-Identifier: MIT */
/* names.h - thread numbers that several processes agree on
 *
 * A thread is numbered when a process meets it first.  Several processes that
 * explore one space hand each other what speaks of threads by number, and of
 * memory whose address depends on that: so they number them together, in a
 * table that all of them map.  Row n names thread n; who meets a new thread
 * takes the first free row, by one compare-and-swap.  A row never changes, so
 * the tables of all channels are beginnings of this one.
 *
 * Callers  the runtime; the command makes the table, and fills it from what an
 *          unfinished search had.
 */
#ifndef CHANNEL_NAMES_H
#define CHANNEL_NAMES_H

#include "channel/channel.h"

struct channel_names {
	uint64_t row[THREAD_NAMES_MAX]; /* names_pack; 0: free, and so are
					   those after it */
};

static inline uint64_t names_pack(struct thread_name n)
{
	return 1ull << 63 | (uint64_t)n.kind << 48 | (uint64_t)n.creator << 32 |
	       n.nth;
}

static inline struct thread_name names_unpack(uint64_t row)
{
	return (struct thread_name){.creator = (tid)(row >> 32),
		.kind = (uint16_t)(row >> 48 & 0x7fff),
		.nth = (uint32_t)row};
}

#endif
