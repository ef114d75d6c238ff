/* SPDX-License-Identifier: MIT */
/* pure.h - data races by happens-before: every racing pair of an execution
 *
 * One event happens before another if a chain of program order and of
 * synchronisation leads from it to that (Lamport 1978).  What synchronises is
 * told by the machine in five words: acquire, release, publish, forget, pass.
 * Clocks are vectors; a thread's own entry advances at each operation by which
 * others may learn of it, so what it does afterwards, in the same transition,
 * is not known to them (FastTrack's rules for acquire, release, fork and join:
 * Flanagan and Freund 2009; accesses: past.h).
 *
 * Memory   the caller's, for any number of executions; pure_begin resets in
 *          O(threads of the last execution, squared).
 * Cost     O(threads) an operation; an access as past.h says.
 */
#ifndef DETECT_PURE_H
#define DETECT_PURE_H

#include "detect/past.h"

struct pure_object {
	uint64_t object;
	uint32_t life;	/* other than pure.life: free */
	uint32_t clock; /* index of its row */
};

struct pure {
	struct past past;
	struct candidates *candidates;
	uint32_t *known; /* [threads][threads]: what each knows of each */
	uint32_t *clock; /* [objects_max][threads] */
	struct pure_object *object;
	uint32_t threads;	       /* most */
	uint32_t threads_seen;	       /* in this execution: numbers below */
	uint32_t objects, objects_max; /* clocks */
	uint32_t slots;
	uint32_t life;
	uint64_t execution;
	/* An object was not kept: candidates may be too many; or a thread had
	 * too high a number, and is not seen. */
	bool full;
};

/* For threads numbered below `threads` and `objects` things that synchronise in
 * one execution.  False: too little memory (8-aligned). */
bool pure_init(struct pure *p, void *memory, size_t bytes, uint32_t threads,
	uint32_t objects, struct candidates *candidates);
size_t pure_room(uint32_t threads, uint32_t objects, uint32_t accesses);

void pure_begin(struct pure *p, uint64_t execution);

/* Thread t exists from now on, created by `parent`, or TID_NONE. */
void pure_start(struct pure *p, tid parent, tid t);

/* t learns what the object has: it took the mutex, joined the thread, loaded
 * with acquire what others released. */
void pure_acquire(struct pure *p, tid t, uint64_t object);
/* The object learns what t knows, and keeps what it had: t gave it back, ended,
 * arrived; or it updated an atomic, with release. */
void pure_release(struct pure *p, tid t, uint64_t object);
/* The same, and what it had is gone: an atomic store with release. */
void pure_publish(struct pure *p, tid t, uint64_t object);
/* What it had is gone: a relaxed store (C11 5.1.2.4: the release sequence
 * ends).
 */
void pure_forget(struct pure *p, uint64_t object);
/* Thread `to` learns what t knows: t woke it. */
void pure_pass(struct pure *p, tid t, tid to);

void pure_access(struct pure *p, const struct race_access *a);

#endif
