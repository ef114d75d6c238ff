/* SPDX-License-Identifier: MIT */
/* internal.h - transitions that no thread makes: of a buffer, of a timer
 *
 * An internal entry stands in rt.pending beside the threads and is chosen as
 * they are, but has no fiber: once chosen, a function by its kind is called at
 * once, on the stack of whoever is there, or of the driver.  It acts for a
 * thread of the test, its owner, which need not be the one that is there: so it
 * knows rt.pending and what belongs to the owner, never rt.self, rt.clock or
 * thread-local storage.  What it changes it saves first, internal_touch() its
 * own entry, undo_save() memory, also on a stack; and it announces that as any
 * operation does (footprint.h).
 *
 * It is neither the thread that ran last nor one that was left for another.
 *
 * Cost     one compare where another thread goes on.
 */
#ifndef NATIVE_INTERNAL_H
#define NATIVE_INTERNAL_H

#include "native/rt.h"

typedef void (*act_function)(struct pending *p, uint32_t alternative);
/* By kind; the files of kinds fill their rows when they register, and rows of
 * offer_of where an entry is not always enabled. */
extern HIDDEN act_function act_of[OP_COUNT];

/* The entry of that name (creator: its owner), from here on: it pends `kind` on
 * `object`, and is enabled as the kind's offers say. */
struct pending *internal_begin(
	struct thread_name name, enum op kind, uint64_t object);
/* The same of an entry that comes after an operation of its owner by what both
 * announce, and not because that began it. */
struct pending *internal_place(
	struct thread_name name, enum op kind, uint64_t object);
/* Before it changes. */
static inline void internal_touch(const struct pending *p)
{
	thread_touch(thread_of((tid)(p - rt.pending)));
}
/* It has nothing left to do; the same name may begin again. */
void internal_end(struct pending *p);

/* c was chosen and recorded, and is one. */
void internal_act(struct choice c);

/* Is there a thread of the test behind an entry, alive? */
static inline bool is_thread(const struct pending *p)
{
	return p->live && !p->internal;
}

#endif
