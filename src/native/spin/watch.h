/* SPDX-License-Identifier: MIT */
/* watch.h - watching one iteration of a loop
 *
 * From its anchor on, the thread's registers, stack and thread-local storage
 * are copied, and every access is noted with the value it met; when the thread
 * is back, all of it is compared.
 *
 * What the iteration changes for a while is *away* from one stop at an
 * operation of the thread to another, that is, while others could look.  Did
 * they?  Of memory their latest accesses are known anyway (shadow.h): the
 * thread asks when it touches the place again.  Accesses to state of the
 * runtime leave no trace; while such state is away spin_object() notes them.
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
	ANCHOR_SET,
	ANCHOR_TURN /* the head of a loop: turn.h */
};

struct entry {
	uint64_t address;
	uint64_t value; /* met: before the first write, or as read */
	uint64_t left;	/* of a write: there when the thread stopped last */
	uint32_t stamp; /* of the last write */
	uint8_t size;
	uint8_t write;
	uint8_t own;   /* written on the own stack: compared as a whole */
	uint8_t state; /* of the runtime's own: spin_object() */
	uint8_t dirty; /* written since the thread stopped last */
	uint8_t seen;  /* by others, while it was not as met; of a read for
			  idle.h: others were there before */
	uint8_t local; /* the thread's own, of an idle turn: comes of the rest
			*/
};

struct watch {
	uint64_t pc, frame;
	uint64_t object;  /* of the operation at the anchor, with its kind */
	uint64_t operand; /* its own */
	struct place place;
	uint32_t entries; /* rewound through struct spin */
	uint32_t slept;	  /* as in struct spin, when it began */
	uint32_t turns;	  /* of its loop, that came to nothing together */
	/* Of idle turns (idle.h): it awaits all but the clock, or is let go. */
	bool timed, let_go;
	uint32_t nth; /* of its loop's turns, as in struct turn */
	const struct turn *first;
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
/* Is it there again as it was, by all that it can tell itself? */
bool watch_back(struct thread *t, uint64_t pc, uint64_t object);
/* It is: was it a zero-effect iteration? */
bool watch_done(struct thread *t);
/* It is not: but has it changed nothing that others see? */
bool watch_own_alone(const struct thread *t);
/* Is something that it read another value now? */
bool watch_stale(const struct thread *t);
/* Whoever awaits a change of what the iteration met, or looks whether there was
 * one, has read all of it: for footprints. */
void watch_read(const struct thread *t);
void watch_entry_read(const struct entry *e);
/* The thread arrives at an operation: others may see what it has changed. */
void watch_stop(struct thread *t);
/* It changed something for a while, and others looked at that, or changed what
 * it read: for all that is known the next turn is without effect. */
bool watch_disturbed(const struct thread *t);
/* The iteration will be made again from the same anchor. */
void watch_again(struct thread *t);

#endif
