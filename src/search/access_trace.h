/* SPDX-License-Identifier: MIT */
/* access_trace.h - the hash of an execution's trace, whatever its transitions
 *
 * events.h hashes traces of transitions: the same behaviour has another hash
 * where there are other decision points.  Here the trace is one of accesses and
 * operations, so searches with different points can be compared.
 *
 * An event is named by its thread, the place that it touches, and how often
 * this thread did the same there before; its place in the thread need not be
 * told, as a thread is determined by what it reads.  It is hashed with the
 * names of those before it that it depends on:
 *
 *   memory    by bytes.  What follows one another and commutes (reads; by
 *             access.def, the same bytes and kind) is a phase; an event depends
 *             on the phase before its own, and with that on all earlier ones
 *   objects   by kinds, as search/depend.h has it
 *
 * The sum over all events does not depend on their order otherwise.  Equal
 * traces have equal hashes, different ones hardly ever (64 bits).
 *
 * Threads and places are named by the caller, the same in all executions that
 * are compared.
 *
 * Memory   the caller's, all zero: sizeof(struct access_trace), 80 MB, sparse.
 * Cost     a look-up an object's event, two for each 8 bytes of memory.
 */
#ifndef SEARCH_ACCESS_TRACE_H
#define SEARCH_ACCESS_TRACE_H

#include "search/depend.h"

enum {
	TRACE_WORDS = 1 << 18,	 /* of memory, 8 bytes each */
	TRACE_OBJECTS = 1 << 14, /* of one execution */
	TRACE_COUNTS = 1 << 20,	 /* different events */
	TRACE_CLASSES = 24	 /* ways to use one object */
};

enum access_what {
	ACCESS_MEMORY,	  /* `size` bytes at `place` of `space` */
	ACCESS_OBJECT,	  /* a part of its thread's latest operation */
	ACCESS_OPERATION, /* a new one; place: which alternative */
	ACCESS_ASKS	  /* thread `place` to do something when it comes to an
			     operation */
};

struct access_event {
	uint64_t thread; /* its name, not 0 */
	uint64_t space, place;
	uint32_t size;
	uint8_t what; /* enum access_what */
	uint8_t kind; /* enum op; of memory, as in access.def */
	uint8_t write;
};

/* One byte: members of the phase that is now, and of the one before. */
struct access_byte {
	uint64_t now, before;
	uint64_t type;
};

struct access_word {
	uint64_t key;
	uint64_t run;
	struct access_byte byte[8];
};

struct access_object {
	uint64_t key;
	uint64_t run;
	uint32_t classes;
	struct {
		uint64_t sum;
		uint8_t kind, write;
	} class[TRACE_CLASSES];
};

struct access_count {
	uint64_t key;
	uint64_t run;
	uint64_t count;
	uint64_t operation; /* of its thread, from 1: the last that did it */
};

struct access_trace {
	uint64_t run; /* rows of earlier ones are free */
	uint64_t sum;
	uint32_t words, objects, counts; /* in use */
	bool full;			 /* something was not kept: no hash */
	bool unrefined;			 /* as search_config has it */
	struct access_word word[TRACE_WORDS];
	struct access_object object[TRACE_OBJECTS];
	struct access_count counted[TRACE_COUNTS];
};

/* Another execution. */
void access_trace_begin(struct access_trace *t);
/* What comes next in it. */
void access_trace_add(struct access_trace *t, const struct access_event *e);
/* Of all so far; says nothing when `full`. */
uint64_t access_trace_hash(const struct access_trace *t);

#endif
