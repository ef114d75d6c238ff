/* SPDX-License-Identifier: MIT */
/* names.h - what people call the threads, places and objects of an execution
 *
 * Short names fit a column ("q.lock", "heap A+8"); what they stand for is
 * collected on the way and printed by names_legend.
 *
 * Memory   a struct names is large: static or heap.  names_fini frees.
 * Cost     each address is looked up once.
 */
#ifndef REPORT_NAMES_H
#define REPORT_NAMES_H

#include <stdio.h>

#include "replay/symbols.h"

#define NAMES_BLOCK UINT64_MAX

enum {
	LEGEND_MAX = 256,
	CACHE_SLOTS = 4096,
	PATH_SHOWN = 80 /* of a source file, in text */
};

struct noted;

struct legend {
	struct channel_place place;
	uint64_t size;
	struct typed type; /* of a block */
	bool lettered;
	bool said; /* since letters were given, in what is shown */
	char name[64];
	char what[320];
};

struct names {
	const struct channel *c;
	const struct noted *note; /* [NOTED] of its items are marked; NULL */
	struct symbols *symbols;
	uint32_t now; /* the event that is being told; locals are those of then
		       */
	tid by;	      /* who touches it; TID_NONE: unknown */
	struct legend legend[LEGEND_MAX];
	unsigned legends;
	unsigned blocks;      /* heap blocks named so far */
	bool letters;	      /* they have all been given */
	bool aside;	      /* what is named meanwhile is not shown */
	struct shapes shapes; /* of the object that was named last */
	uint32_t *block_rows; /* blocks.c; NULL: nobody has asked */
	bool stacks_known;
	unsigned stacks; /* threads of which something is in: */
	struct stack_seen {
		uint64_t low, high;
	} stack[THREADS_MAX];
	char *thread[THREADS_MAX]; /* long names, when asked for once */
	struct cached {
		uint64_t pc;
		struct frame frame;
		bool wrapper;  /* and nobody of the user's around it */
		char *through; /* the wrapper that was called there; NULL */
		struct cached *next;
	} * cache[CACHE_SLOTS];
};

void names_init(struct names *n, const struct channel *c);
void names_fini(struct names *n);

/* "T1"; TID_NONE: "?" */
const char *names_thread(tid t);
/* "T1 worker": with the function that it started with. */
void names_thread_long(struct names *n, tid t, char *out, size_t size);

/* Code at these offsets of the test itself is scarp's own; for every struct
 * names from now on. */
void names_hide(uint64_t offset, uint64_t length);

/* Is this code of scarp's runtime, inside the test? */
bool names_is_runtime(const struct names *n, uint64_t pc);

/* Of a library that the user did not write? */
bool names_of_the_system(const struct frame *f);

/* The frame that belongs to the user: the innermost outside of system headers
 * and libraries, and of functions that only hand a lock on (wrapper.h), where
 * somebody called these.  Valid until names_fini. */
const struct frame *names_frame(
	struct names *n, const uint64_t *pc, unsigned frames);
/* The function that the frame called to hand a lock on; NULL: none. */
const char *names_through(struct names *n, const uint64_t *pc, unsigned frames);
/* Of the stacks of that thread on that object the one that begins with pc: its
 * frame; without a trace, that of pc alone. */
const struct frame *names_taken_at(
	struct names *n, tid t, uint64_t object, uint64_t pc);
/* "list.c:12", "list.c:12 in push", or "libc.so.6+0x1234". */
void names_where(struct names *n, uint64_t pc, char *out, size_t size);
void names_frame_where(const struct frame *f, char *out, size_t size);

/* The object at a place, where `size` bytes are accessed (0: an object;
 * NAMES_BLOCK: all of a block, or of a variable). */
void names_object(struct names *n, const struct channel_place *place,
	uint64_t size, char *out, size_t out_size);
/* Does a block belong to a library of C++ alone: what std::thread starts with,
 * or where std::function keeps what it calls? */
enum names_inside {
	NAMES_USERS,
	NAMES_CALLED, /* who is called looks in there, too */
	NAMES_STARTED
};
enum names_inside names_inside(struct names *n, const struct channel_place *p);
/* What a block is of, by who asked for it; size 0: that is not sure. */
struct typed names_block_type(struct names *n, const struct channel_place *p);
/* What a block that was handed out again was called before; NULL: nothing. */
const char *names_before(const struct names *n, const struct channel_place *p);
/* From now on, locals are those of when the trace tells of an address first;
 * those at its beginning when it never does. */
void names_at(struct names *n, uint64_t address);
/* What the trace knows of the place of an object: heap block, whose stack. */
void names_seen(
	const struct names *n, uint64_t address, struct channel_place *out);
/* "standard output" and the like, else "a stream", of the object of an
 * operation on streams. */
void names_stream(struct names *n, uint64_t address, char *out, size_t size);

/* "&queue", "&heap A+8", "&x in main", "worker": what a value leads to.  False:
 * to nothing that has a name. */
bool names_pointer(struct names *n, uint64_t value, char *out, size_t size);

/* A value of `size` bytes in the object that was named last, as its type says:
 * decimal, an enumerator, &object, ... or hexadecimal. */
void names_value(struct names *n, uint64_t value, uint64_t size, char *out,
	size_t out_size);
/* The same of 16 bytes: their halves, or one number. */
void names_wide(
	struct names *n, const uint64_t value[2], char *out, size_t out_size);

/* One sentence on where a place lies: "+8 in 64 bytes allocated by T1 ..." */
void names_place(struct names *n, const struct channel_place *place, char *out,
	size_t size);

/* The whole block that it lies in: "a block of 64 bytes allocated by T1 ...";
 * elsewhere as names_place. */
void names_block(struct names *n, const struct channel_place *place, char *out,
	size_t size);

/* Two columns: name, what it is. */
void names_legend(struct names *n, FILE *out);

#endif
