/* SPDX-License-Identifier: MIT */
/* buffer.h - stores that others see later: the buffer of each thread
 *
 * By tso a store goes into its thread's buffer, as an *entry*, and is in memory
 * once the buffer, an internal entry of rt.pending (internal.h), has flushed
 * it: the oldest first.  What waits for that is what op_late() says, by
 * offers_require() (docs/design/025-models.md).
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
 *            thread, in a ring: the number of an entry, from 0, says where.
 * Cost       by sc: one predicted test at decision points, and where a thread
 *            goes on.  Else a swap of each entry where its thread stops and
 *            goes on.
 */
#ifndef NATIVE_MODEL_BUFFER_H
#define NATIVE_MODEL_BUFFER_H

#include "native/rt.h"

enum {
	BUFFER_MAX = 4096,
	BUFFER_STORE_MAX = 64 /* bytes of one store, by eight */
};

struct late_entry {
	uint64_t address;
	uint64_t bytes; /* what lies below, or what was stored */
	uint64_t pc;
	uint32_t note;	/* what it lets others know; 0: nothing (hb.c) */
	uint32_t event; /* of the trace, from 1; 0: unknown */
	uint8_t size;
	uint8_t atomic;
	uint8_t gone; /* its memory is: nobody may look there */
};

struct buffer {
	uint32_t stored, flushed; /* ever */
	tid flusher;   /* its entry of rt.pending, while it has some */
	uint16_t used; /* stored since its thread last waited */
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
/* It has waited for its buffer. */
void buffer_waited(struct thread *t);

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
