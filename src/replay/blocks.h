/* SPDX-License-Identifier: MIT */
/* blocks.h - which functions, inlined calls and blocks have code at an address
 *
 * libdw walks a whole compilation unit for each address that it is asked about;
 * a report asks for thousands.
 *
 * Memory   what is told lives as long as the module.
 * Cost     the first look reads the head of every compilation unit, the first
 *          one in a unit reads that unit; any other is a binary search.
 */
#ifndef REPLAY_BLOCKS_H
#define REPLAY_BLOCKS_H

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

enum {
	BLOCKS_AROUND = 64 /* more of them around an address are not met */
};

struct blocks;

/* NULL when there is no memory. */
struct blocks *blocks_new(Dwfl_Module *module);
void blocks_free(struct blocks *b);

/* The compilation unit that has code at an address, or NULL.  The bias is what
 * to subtract from addresses for its DIEs. */
Dwarf_Die *blocks_unit(struct blocks *b, uint64_t address, Dwarf_Addr *bias);

/* The DIEs around an address, innermost first, inlining as it was done, up to
 * the function whose code it is; of more than max the innermost.  0: none. */
unsigned blocks_around(struct blocks *b, uint64_t address, Dwarf_Die *out,
	unsigned max, Dwarf_Addr *bias);

#endif
