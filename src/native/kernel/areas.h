/* SPDX-License-Identifier: MIT */
/* areas.h - which pages the test has mapped, and what may be done with them
 *
 * A table that is rewound like memory; what the kernel has follows it.  Nothing
 * is unmapped: pages that the test gave back are protected, and keep their
 * contents for the way back:
 *
 *   before the log is replayed   everything can be written (map_open)
 *   after it                     protections are as the table says (map_settle)
 *
 * Memory that shows a file (shared.h) can be used as far as the file goes.
 */
#ifndef NATIVE_KERNEL_AREAS_H
#define NATIVE_KERNEL_AREAS_H

#include "native/kernel/map.h"
#include "native/layout.h"

enum {
	PAGE = 4096
};
#define PAGE_MASK (~(uint64_t)(PAGE - 1))

/* Pages of one protection; those that nobody has are in none. */
struct area {
	uint64_t start, end;
	uint32_t protection; /* as asked for; AREA_GONE: unmapped */
	uint32_t content;    /* the file that it shows; 0: none */
	uint16_t times;	     /* how often that is mapped here */
	uint16_t beside;     /* it was mapped while it was mapped already */
	uint16_t writable;   /* may be made so: the file was opened for it */
	uint16_t copy;	     /* of a file's bytes, private */
};
enum {
	AREA_GONE = 1u << 31
};

static inline uint64_t pages(uint64_t n)
{
	return (n + PAGE - 1) & PAGE_MASK;
}

/* Room for n bytes, which read as zero, and a page behind that is nobody's:
 * where it lies is a function of the thread and of what it mapped before; or,
 * where its own part has no room, of what all threads did, and an operation on
 * the mappings was to come first (room_is_far). */
uint64_t room_take(uint64_t n, uint64_t pc);
bool room_is_far(uint64_t n);
/* Would the kernel promise so much? */
bool room_allows(uint64_t n, int protection, int flags);

void areas_put(struct area a);
/* An area of which `start` is inside ends there, and another begins. */
void areas_cut(uint64_t start, uint64_t end);
/* One after the other that lies in [start, end), from *i on, which is 0 at
 * first; NULL: no more.  Who changes it saves it first. */
struct area *areas_next(uint64_t start, uint64_t end, uint64_t *i);
void area_save(struct area *a);
/* All that has another protection now. */
void areas_change(uint64_t start, uint64_t end, uint32_t protection);
/* Is all of it mapped by the test? */
bool areas_cover(uint64_t start, uint64_t end);
/* The table has changed: the kernel follows. */
void areas_follow(void);

#endif
