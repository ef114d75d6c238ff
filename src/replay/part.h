/* SPDX-License-Identifier: MIT */
/* part.h - which part of a variable is at an offset, and what it is like
 *
 * Names go down into members and array elements; they stop where a library's
 * own members begin (names that start with an underscore), so that a mutex is
 * `q.lock` and not a word inside of it.  What an access takes of several parts
 * is named by all of them: `bits.{low, high}`, `line[0..3]`.
 */
#ifndef REPLAY_PART_H
#define REPLAY_PART_H

#include <elfutils/libdw.h>

#include "replay/symbols.h"

/* The name of the part of a variable at `offset` is appended to that of `out`,
 * which gets its shape as well; what is left of the offset, and the part's
 * size. */
uint64_t part_name(
	Dwarf_Die *die, uint64_t *offset, uint64_t size, struct datum *out);
/* The same of a type. */
uint64_t part_of(
	Dwarf_Die *type, uint64_t *offset, uint64_t size, struct datum *out);
/* The type that a variable, a member or a type is of. */
bool part_type(Dwarf_Die *die, Dwarf_Die *type);
/* Bytes of a type; 0: unknown. */
uint64_t part_size(Dwarf_Die *type);
/* Of an array, of its first dimension; 0: nobody says how many. */
uint64_t part_elements(Dwarf_Die *array);
/* Does a struct end with an array of which nobody says how long it is?  That
 * member, what its elements are, and where they begin. */
bool part_open_end(
	Dwarf_Die *type, Dwarf_Die *last, Dwarf_Die *element, uint64_t *start);

#endif
