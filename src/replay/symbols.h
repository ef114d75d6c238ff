/* SPDX-License-Identifier: MIT */
/* symbols.h - from addresses in a test process to names in its source
 *
 * Works on the modules that a channel lists, from their files; the process may
 * be gone.  Nothing is looked up over the network.
 *
 * Memory   all texts are copied out; symbols_free ends everything.
 * Cost     the first data lookup reads the debug information of its module.
 */
#ifndef REPLAY_SYMBOLS_H
#define REPLAY_SYMBOLS_H

#include <stdbool.h>

#include "channel/channel.h"
#include "replay/shape.h"

struct frame {
	char function[160]; /* "" when unknown; C++ without parameters */
	char path[512];	    /* source file; "" when unknown */
	unsigned line;
	unsigned declared; /* line that its function begins in; 0: unknown */
	bool inlined;	   /* into the next frame */
	char module[64];   /* last part of its path */
	uint64_t offset;   /* in the module: for frames without a name */
};

enum {
	OTHERS_MAX = 8
};

/* A variable, or a part of it: "q.lock", "table[7].next". */
struct datum {
	char name[192];
	uint32_t
		begins; /* of the name: the outermost thing that begins there */
	uint64_t size;	/* of the part */
	char function[96]; /* static local of; "" for globals */
	char of[96]; /* where it is, if there are others: "in f", "of a.c" */
	unsigned others; /* with the same name; the first ones: */
	struct {
		uint64_t start, end;
	} other[OTHERS_MAX];
	bool constant;	      /* in memory that cannot be written */
	struct shapes shapes; /* of what was accessed; count 0: unknown */
};

/* The type of a block of memory: once, or an array of it. */
struct typed {
	char name[96];
	uint64_t one, size; /* bytes of one, and of all; 0: not known */
	uint64_t die;
	void *dwarf; /* that it is in */
};

/* A piece of code of a function, or a variable. */
struct symbol {
	char name[256];	     /* C++: qualified, no parameters, no templates */
	char function[96];   /* a variable: static local of; else "" */
	char path[512];	     /* a variable: declared in; "" when unknown */
	uint64_t start, end; /* equal: it has no code */
	uint64_t unit;	     /* a variable: code of its source file; or 0 */
	bool tls;	     /* thread-local: start is an offset */
};
typedef void (*symbols_found)(void *arg, const struct symbol *s);

struct symbols;

/* NULL when there is no memory. */
struct symbols *symbols_new(const struct channel *c);
void symbols_free(struct symbols *s);

/* The frames at a return address, inlined ones first; at least 1. */
unsigned symbols_frames(
	struct symbols *s, uint64_t pc, struct frame *out, unsigned max);

/* The function that starts at or contains an address. */
bool symbols_function(struct symbols *s, uint64_t address, struct frame *out);

/* The library function that has code before `pc`, as the test called it. False:
 * none that a test calls. */
bool symbols_called(struct symbols *s, uint64_t pc, char *out, size_t size);

/* The variable at an address.  `size` is what was accessed there (0: an
 * object): the name goes down into members until it fits. */
bool symbols_data(
	struct symbols *s, uint64_t address, uint64_t size, struct datum *out);

/* The thread-local variable of the program itself that lies so many bytes below
 * the thread control block. */
bool symbols_tls(
	struct symbols *s, uint64_t below, uint64_t size, struct datum *out);

/* The local variable or parameter at an address, in the frame that the return
 * address `pc` belongs to and whose canonical frame address is `cfa`. */
bool symbols_local(struct symbols *s, uint64_t pc, uint64_t cfa,
	uint64_t address, uint64_t size, struct datum *out);

/* What a block of `size` bytes is of, for which the call was made that returns
 * to `pc`, in a line with that text ("": not known); `outer`: not itself, but
 * in something that it called.  False: that is not sure. */
bool symbols_allocated(struct symbols *s, uint64_t pc, const char *line,
	bool outer, uint64_t size, struct typed *out);
/* The name of a part of it begins as that of a member does: ".next",
 * "[3].next". */
bool symbols_part(const struct typed *t, uint64_t offset, uint64_t size,
	struct datum *out);

/* Is the source file left out that has code at this address? */
typedef bool (*symbols_left_out)(void *arg, uint64_t address);

/* All functions of the module with that number in the channel, or all
 * variables; a function with several pieces of code comes several times, by
 * debug information (but of files that are left out) and by symbol table. */
void symbols_functions(struct symbols *s, uint32_t module,
	symbols_left_out left_out, symbols_found found, void *arg);
void symbols_variables(
	struct symbols *s, uint32_t module, symbols_found found, void *arg);

/* A piece of code of a line: [start, end) in the test process. */
typedef void (*symbols_line)(void *arg, const char *path, unsigned line,
	uint64_t start, uint64_t end);
/* All lines of the module with that number that have code. */
void symbols_lines(
	struct symbols *s, uint32_t module, symbols_line found, void *arg);

/* A path as people want to see it: without the current directory. */
const char *symbols_short(const char *path);

#endif
