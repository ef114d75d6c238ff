/* SPDX-License-Identifier: MIT */
/* debug.h - the symbol `scarp_debug`: where a debugger stops a replay, and
 * what it reads there
 *
 * A debugger sets a breakpoint on scarp_debug_stop() and says in `scarp_debug`
 * before what it is to be called: an operation, or an access between two, by
 * its number in the trace (trace.c), which the command knows from a replay of
 * the same schedule.  It is also called where the execution fails, ends or
 * cannot go on.  The layout is a format with a version: docs/formats/debug.md.
 *
 * Cost     none, but in a replay: it is asked where events are written.
 */
#ifndef NATIVE_DEBUG_H
#define NATIVE_DEBUG_H

#include <stdint.h>

#include "channel/inventory.h"
#include "native/rt.h"

enum {
	DEBUG_VERSION = 1
};

/* Why it was called. */
enum debug_reason {
	DEBUG_RUNS, /* it was not, so far */
	DEBUG_ASKED_FOR,
	DEBUG_FAILED, /* `text` says how */
	DEBUG_ERROR,  /* the execution cannot go on: `text` says why */
	DEBUG_ENDED   /* and nothing failed */
};

struct scarp_debug {
	char magic[8];		 /* "scarpdbg", no terminating zero */
	uint32_t version, bytes; /* of the format; of this struct */
	/* Number of the latest event that was made, and of the latest access
	 * that was told, from 1; 0: none. */
	uint64_t event, data;
	uint64_t until_event, until_data; /* to stop before; 0: nowhere */
	uint32_t reason;		  /* enum debug_reason, of the latest */
	uint32_t runtimes;		  /* how many of runtime[] */
	const struct inventory_range *runtime; /* scarp's own code, */
	uint64_t base;			       /* behind this address */
	const struct choice *schedule; /* 8 bytes each: the thread in 2 */
	const uint32_t *steps;	       /* of these, so far */
	struct pending **pending; /* what each thread is about to do: a pointer
				     to the row of thread 0 */
	uint32_t row_bytes, kind, object, pc; /* of rows; offsets in one: 1, 8
						 and 8 bytes */
	const char *const *text;	      /* of kind 0; NULL-terminated */
	uint32_t text_bytes; /* from one such pointer to the next */
	uint32_t output_max;
	const char *output; /* what the test has printed so far, */
	const uint32_t *output_length;
	char message[600];
};

extern EXPORT struct scarp_debug scarp_debug;
/* For breakpoints: it does nothing. */
EXPORT void scarp_debug_stop(void);

/* Before the first execution. */
void debug_init(void);
/* The running thread makes this event of the trace, or tells of this access,
 * when this returns; numbers from 0. */
void debug_event(uint64_t number);
void debug_data(uint64_t number);
/* At the end of it. */
void debug_failed(const struct channel_bug *b);
void debug_error(const char *text);
void debug_ended(enum outcome_kind kind);

#endif
