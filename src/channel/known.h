/* SPDX-License-Identifier: MIT */
/* known.h - what a library function touches, as far as scarp knows
 *
 * known.def is the table.  An import that is neither in it as known nor
 * defined by the runtime makes the fast engine unsafe for the program.  One
 * that reads memory of the test, which nobody announces, is safe there, but not
 * beside another thread (native/outside/outside.h).
 *
 * Cost     a scan of the table: microseconds a name, once at the link and once
 * a process.
 */
#ifndef CHANNEL_KNOWN_H
#define CHANNEL_KNOWN_H

#include <stdbool.h>

/* Why a name is not known; also stored in the inventory. */
enum unknown_why {
	UNKNOWN_NAME,  /* in no row */
	UNKNOWN_out,   /* stores through its arguments */
	UNKNOWN_state, /* keeps state inside the library */
	UNKNOWN_heap,
	UNKNOWN_io,
	UNKNOWN_sync,	 /* may block, or orders threads */
	UNKNOWN_outside, /* time, randomness, identity */
	UNKNOWN_system,	 /* the process, files, the kernel */
	UNKNOWN_waits,	 /* may wait for something outside of the test */
	UNKNOWN_object,	 /* a C++ member that writes into its object */
	UNKNOWN_counts,	 /* counts references without a hook */
	UNKNOWN_stream,
	UNKNOWN_WHY_COUNT
};

/* A phrase such as "stores through its arguments", for messages. */
extern const char *const unknown_why_text[UNKNOWN_WHY_COUNT];

/* True when the fast engine may run a program that calls `name`; otherwise
 * *why says why not. */
bool known(const char *name, enum unknown_why *why);

/* What of the test's memory a function touches in silence, if it is not the
 * runtime's. */
enum touches {
	TOUCHES_NOTHING,
	TOUCHES_ANNOUNCED, /* announced on its way out: announced.def */
	TOUCHES_READS,	   /* what it is given */
	TOUCHES_WRITES,	   /* the same */
	TOUCHES_UNKNOWN,   /* and state of the library, or nobody knows */
};
enum touches touches(const char *name);
/* Its row in announced.def, from 0; -1: it has none. */
int announced(const char *name);

#endif
