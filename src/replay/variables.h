/* SPDX-License-Identifier: MIT */
/* variables.h - the variables of one module, by address, from its DWARF
 *
 * Globals, statics and static locals with a fixed address, and parts of them
 * (part.h).
 */
#ifndef REPLAY_VARIABLES_H
#define REPLAY_VARIABLES_H

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include "replay/symbols.h"

struct variables;

struct variables *variables_new(Dwfl_Module *module);
void variables_free(struct variables *v);
bool variables_find(const struct variables *v, uint64_t address, uint64_t size,
	struct datum *out);
/* The same for thread-local ones, by the offset in their module's segment. */
bool variables_find_tls(const struct variables *v, uint64_t offset,
	uint64_t size, struct datum *out);

/* All of them, as symbols_variables has it. */
void variables_each(const struct variables *v, symbols_found found, void *arg);

/* Bytes of a variable; 0: unknown. */
uint64_t variables_size(Dwarf_Die *die);

#endif
