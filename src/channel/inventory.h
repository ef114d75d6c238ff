/* SPDX-License-Identifier: MIT */
/* inventory.h - what the link knew about an executable, kept inside it
 *
 * The runtime object reserves the section .scarp.inventory; `scarp cc` fills
 * it in place after the linker.  An executable that another tool linked still
 * says "not patched": its imports count as unknown.
 *
 * Layout   plain data, one version for command, compiler and runtime; texts
 *          are offsets in `text`, 0 is the empty one.
 * Trust    inventory_read() checks every count and offset.
 */
#ifndef CHANNEL_INVENTORY_H
#define CHANNEL_INVENTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

#define INVENTORY_SECTION ".scarp.inventory"
#define INVENTORY_MAGIC "scarp inventory" /* 16 bytes with its end */

enum {
	INVENTORY_BYTES = 64 << 10,
	INVENTORY_HEAD = 408, /* bytes before unknown[] */
	INVENTORY_RANGES_MAX = 8,
	INVENTORY_VERSION = 2,
	INVENTORY_UNKNOWN_MAX = 1024,
	INVENTORY_MODULES_MAX = 256,
};

enum inventory_state {
	INVENTORY_NOT_PATCHED = 1, /* only magic, version and build are set */
	INVENTORY_COMPLETE = 2,
};

enum inventory_flag {
	INVENTORY_KEEP_O = 1,	 /* linked, or a unit compiled, above -O1 */
	INVENTORY_USES_FENV = 2, /* may change MXCSR or the x87 control word */
	INVENTORY_CXX = 4,	 /* a unit is C++ */
	INVENTORY_GCC = 8,	 /* a unit was compiled by gcc */
	INVENTORY_CLANG = 16,
	INVENTORY_AGGREGATES_ASSUMED = 32, /* could not be looked for */
	INVENTORY_NO_DEBUG = 64,   /* no instrumented unit has debug data */
	INVENTORY_VOID_MAIN = 128, /* main returns nothing: no exit status */
};

/* An import that known.def does not allow on the fast engine. */
struct inventory_unknown {
	uint32_t name;	 /* as in the symbol table */
	uint32_t module; /* who imports it: 0 the executable, else a library */
	uint32_t why;	 /* enum unknown_why */
};

/* Code that scarp cc did not compile: a unit, a function, or a library. */
struct inventory_module {
	uint32_t name;
	uint32_t functions; /* in it; 0: a shared library */
};

/* Code, as addresses in the file. */
struct inventory_range {
	uint64_t start, length;
};

struct inventory {
	char magic[16];
	uint32_t version;
	uint32_t bytes; /* sizeof(struct inventory) */
	char build[64];
	uint32_t state;	     /* enum inventory_state */
	uint32_t flags;	     /* enum inventory_flag */
	char compiler[96];   /* "gcc 12.2.0", of the first unit */
	char level[8];	     /* the highest -O of a unit, "-O1" */
	uint32_t units;	     /* instrumented */
	uint32_t aggregates; /* functions called for an aggregate; see caveat
				aggregate_results */
	uint32_t aggregate_line;
	uint32_t aggregate_name; /* the first one, and where it is called */
	uint32_t aggregate_file;
	uint32_t locals; /* with parts, in memory; see caveat local_parts */
	uint32_t local_line;
	uint32_t local_name; /* the first one, and where it is declared */
	uint32_t local_file;
	uint32_t holes; /* in scarp's own plugin; see caveat unannounced */
	uint32_t hole;	/* the first one: what, and where */
	uint32_t unknowns, unknowns_dropped;
	uint32_t modules, modules_dropped;
	uint32_t text_used, runtimes;
	uint32_t outside;    /* instructions that read a clock or make random
				numbers: 1u << enum outside of base/decode.h */
	uint64_t outside_at; /* the first one, in the file */
	struct inventory_range runtime[INVENTORY_RANGES_MAX];
	struct inventory_unknown unknown[INVENTORY_UNKNOWN_MAX];
	struct inventory_module module[INVENTORY_MODULES_MAX];
	char text[INVENTORY_BYTES - INVENTORY_HEAD -
		  12 * INVENTORY_UNKNOWN_MAX - 8 * INVENTORY_MODULES_MAX];
};

/* The text at `offset`; the inventory has been read or is being made. */
static inline const char *inventory_text(
	const struct inventory *i, uint32_t offset)
{
	return i->text + offset;
}

/* Reads the inventory of the executable at `exe`.
 *   ERR_IO       no such file, or it cannot be read
 *   ERR_FORMAT   not an ELF executable
 *   ERR_USAGE    not built with scarp cc
 *   ERR_VERSION  built by another version of scarp */
int inventory_read(struct inventory *out, const char *exe, struct err *err);
/* From now on a program that was not built with scarp cc has an inventory, too:
 * one that says "not patched", and nothing else. */
void inventory_allow_none(void);

/* True when the runtime's own code is at `address`. */
static inline int inventory_is_runtime(
	const struct inventory *i, uint64_t address)
{
	for (uint32_t n = 0; n < i->runtimes; n++)
		if (address - i->runtime[n].start < i->runtime[n].length)
			return 1;
	return 0;
}

/* The first address from `at` on that is not the runtime's; *next is where the
 * runtime goes on, UINT64_MAX when it does not. */
static inline uint64_t inventory_outside(
	const struct inventory *i, uint64_t at, uint64_t *next)
{
	bool inside = true;

	while (inside) {
		inside = false;
		*next = UINT64_MAX;
		for (uint32_t n = 0; n < i->runtimes; n++) {
			uint64_t start = i->runtime[n].start;

			if (at - start < i->runtime[n].length) {
				at = start + i->runtime[n].length;
				inside = true;
			} else if (start > at && start < *next) {
				*next = start;
			}
		}
	}
	return at;
}

struct request;
struct resources;

/* Fills in the inventory of the executable that was just linked.  OK when the
 * file holds none: somebody else's link script may have dropped it. */
int inventory_write(const char *exe, const struct request *r,
	const struct resources *from, struct err *err);

#endif
