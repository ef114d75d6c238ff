/* SPDX-License-Identifier: MIT */
/* watch.h - watching one iteration of a loop
 *
 * From its anchor on, the thread's registers, stack and thread-local storage
 * are copied, and every access is noted with the value it met; when the thread
 * is back, all of it is compared.
 *
 * Memory   the arena of the execution: what goes back forgets it.
 * Cost     some microseconds, and a search of what is noted at each access.
 */
#ifndef NATIVE_SPIN_WATCH_H
#define NATIVE_SPIN_WATCH_H

#include "native/rt.h"
#include "native/spin/place.h"

enum {
	WATCH_ENTRIES = 256,   /* accesses of one iteration */
	WATCH_STACK = 1 << 16, /* bytes of stack that are compared */
};

/* What a watch is anchored at: an operation, or the hook of a plain access
 * (just begun, or left behind once). */
enum anchor {
	ANCHOR_OPERATION,
	ANCHOR_PLAIN,
	ANCHOR_SET
};

struct entry {
	uint64_t address;
	uint64_t value;	   /* met: before a write, or as read */
	uint32_t switches; /* world.switches then */
	uint8_t size;
	uint8_t write;
	uint8_t own; /* written on the own stack: compared as a whole */
};

struct watch {
	uint64_t pc, frame;
	uint64_t object, operand; /* of the operation at the anchor */
	struct place place;
	uint32_t entries; /* rewound through struct spin */
	uint32_t stack_bytes;
	char *stack;
	struct entry entry[WATCH_ENTRIES];
};

/* Watches the running thread from the operation or access at pc on.  False: its
 * frame is not found, or lies too deep.  row: its loop's in struct spin, or
 * SPIN_LOOPS. */
bool watch_begin(struct thread *t, uint64_t pc, uint64_t frame, uint64_t object,
	unsigned row);
void watch_drop(struct thread *t);
/* In vain: the next watch of this loop comes after twice as many turns. */
void watch_end(struct thread *t);
/* Back at the anchor: was it a zero-effect iteration? */
bool watch_done(struct thread *t, uint64_t pc, uint64_t object);
/* Whoever awaits a change of what the iteration met, or looks whether there was
 * one, has read all of it: for footprints. */
void watch_read(const struct thread *t);
/* It changed something for a while, and others may have seen that. */
bool watch_disturbed(const struct thread *t);
/* The iteration will be made again from the same anchor. */
void watch_again(struct thread *t);

#endif
