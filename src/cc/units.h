/* SPDX-License-Identifier: MIT */
/* units.h - the compilation units of an executable, and who compiled them
 *
 * The mark of scarp cc is in the debug information: the compiler records its
 * options there (gcc by itself, clang because we ask), and -fsanitize=thread
 * is one, the plugin another.  This survives -r, archives and any linker; strip
 * removes it, which is why `scarp cc` keeps -s from the linker.
 */
#ifndef CC_UNITS_H
#define CC_UNITS_H

#include "cc/draft.h"
#include "cc/image.h"

struct unit {
	Dwarf_Die die;
	const char *name;
	const char *producer;
	bool instrumented, plugin, gcc, cxx;
};

struct range {
	uint64_t start, end;
	uint32_t unit; /* index in units.unit */
};

struct units {
	struct unit *unit;
	size_t units;
	struct range *range; /* ascending */
	size_t ranges;
};

void units_read(struct units *out, const struct image *exe);
void units_free(struct units *u);

/* The unit whose code is at `address`; NULL: none has it. */
const struct unit *units_at(const struct units *u, uint64_t address);

/* Fills in compiler, level, units and their flags. */
void units_describe(const struct units *u, struct draft *d);

#endif
