/* SPDX-License-Identifier: MIT */
/* shape_of.h - the shape of a type, for who reads debug information */
#ifndef REPLAY_SHAPE_OF_H
#define REPLAY_SHAPE_OF_H

#include <elfutils/libdw.h>

#include "replay/shape.h"

/* Of a type without names and qualifiers. */
struct shape shape_of(Dwarf_Die *type);
/* The first bit of a member that is a bit field, counted from the start of its
 * structure, and how many there are.  False: it is none. */
bool shape_bit_field(Dwarf_Die *member, uint64_t *first, uint64_t *bits);

#endif
