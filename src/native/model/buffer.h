/* SPDX-License-Identifier: MIT */
/* buffer.h - stores that others see later: the buffer of each thread
 *
 * A store goes into a buffer of its thread, as an *entry*, and is in memory
 * once the buffer, an internal entry of rt.pending (internal.h), has flushed
 * it: the oldest first.  By tso a thread has one buffer, by pso one for each
 * *place* of eight aligned bytes, by which all that is here is counted; there a
 * release leaves after all older entries.  What waits for all is what op_late()
 * says, by offers_require() (docs/design/025-models.md).
 *
 * Compiled code stores and loads by itself, behind its hook.  So memory shows
 * the *view* of the thread that runs: an entry has what lies below it, as long
 * as the view is on, and what was stored otherwise; the two are swapped, the
 * oldest first when the view is put on, the newest first when it is taken off.
 * At every decision point it is off: flushes, offers, checkpoints and audits
 * see what all see.  A store to bytes that an entry has, by an instruction that
 * is no decision point, is made in that entry.
 *
 * Goes back  all of it, by the undo log: entries, counts, and each byte that a
 *            swap or a flush writes, on stacks, too.
 * Memory     reserved by start.c where the model wants it; BUFFER_MAX entries a
 *            thread, in a ring, in the order in which they were stored: the
 *            number of an entry in it, from 0, says where.  By pso they leave
 *            in another order.
 * Cost       by sc: one predicted test at decision points, and where a thread
 *            goes on.  Else a swap of each entry where its thread stops and
 *            goes on.
 */
#ifndef NATIVE_MODEL_BUFFER_H
#define NATIVE_MODEL_BUFFER_H

#include "native/rt.h"

enum {
	BUFFER_MAX = 4096,
	PLACES_MAX = 256,     /* of a thread: the last one has all others */
	BUFFER_STORE_MAX = 64 /* bytes of one store, by eight */
};

struct late_entry {
	uint64_t address;
	uint64_t bytes; /* what lies below, or what was stored */
	uint64_t pc;
	uint32_t note;	 /* what it lets others know; 0: nothing (hb.c) */
	uint32_t event;	 /* of the trace, from 1; 0: unknown */
	uint32_t number; /* in its buffer, from 0 */
	uint32_t after;	 /* those before it in the ring leave first */
	uint16_t place;	 /* its buffer */
	uint8_t size;
	uint8_t atomic;
	uint8_t hidden; /* nobody may look there */
};

/* Why an entry is nobody's view any more. */
enum {
	ENTRY_GONE = 1, /* its memory is */
	ENTRY_LEFT = 2	/* all see it */
};

/* Of a thread: numbers in its ring. */
struct buffer {
	uint32_t stored;  /* ever */
	uint32_t left;	  /* all before it have left */
	uint32_t drained; /* `stored` when the thread last waited */
	uint32_t fenced;  /* and at its last release fence */
	uint32_t closed;  /* and behind a store of --fence, by pso */
	uint32_t places;
};

/* One buffer. */
struct late_place {
	uint64_t word;		  /* address / 8 */
	uint32_t stored, flushed; /* ever */
	uint32_t oldest;	  /* in the ring, while it has some */
	tid flusher;		  /* its entry of rt.pending, then */
};

uint64_t buffers_bytes(void);
void buffers_memory(void *memory);

const struct buffer *buffer_of(tid t);
struct late_entry *buffer_entry(tid t, uint32_t number);
/* Of the running thread, which is granted it and has announced it; what it
 * leaves memory to be is its own view.  An atomic one of the given order is
 * made; a plain one is about to be. */
void buffer_store(
	uint64_t address, const void *from, size_t n, int mo, uint64_t pc);
void buffer_store_begins(uint64_t address, size_t n, uint64_t pc);
/* Can a store of these bytes be late, as one?  Else that is said to be a hole.
 */
bool buffer_has_room(uint64_t address, size_t n);
/* A release fence of the running thread. */
void buffer_fence(void);
/* Thread t has waited for its buffers; what that needs, for footprints. */
void buffer_waited(struct thread *t);
void buffer_awaits(tid t);
/* Does whatever thread t does next wait, as a fence stands before it? */
bool buffer_is_closed(tid t);

/* Do others not see all yet that thread t has stored late? */
bool buffer_waits(tid t);

/* Is the running thread's view made of entries alone, in all these bytes? */
bool buffer_serves(uint64_t address, size_t n);
/* The newest entry of thread t that has this byte, as an object (late.h); 0:
 * none has. */
uint64_t buffer_serving(tid t, uint64_t byte);
/* What thread t would read there, up to 8 bytes. */
uint64_t buffer_value(const struct thread *t, uint64_t address, size_t n);

/* This memory is given back, or a frame that was left: no entry that has it
 * will be seen. */
void buffers_forget(uint64_t address, size_t n);
/* Has one of them memory there? */
bool buffers_touch(uint64_t address, size_t n);

/* --- the scheduler's --- */

void view_put_on(const struct thread *t);
void view_take_off(void);

#endif
