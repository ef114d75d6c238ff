/* SPDX-License-Identifier: MIT */
/* variables.h - the variables of one module, by address, from its DWARF
 *
 * Globals, statics and static locals with a fixed address.  Names go down into
 * members and array elements; they stop where a library's own members begin
 * (names that start with an underscore), so that a mutex is `q.lock` and not a
 * word inside of it.
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

/* The name of the part of a variable at `offset` is appended to that of `out`,
 * which gets its shape as well; what is left of the offset, and the part's
 * size. */
uint64_t variables_part(
	Dwarf_Die *die, uint64_t *offset, uint64_t size, struct datum *out);
/* Bytes of a variable; 0: unknown. */
uint64_t variables_size(Dwarf_Die *die);

#endif
