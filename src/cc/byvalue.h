/* SPDX-License-Identifier: MIT */
/* byvalue.h - is a type returned by value, as far as debug information says?
 *
 * A C++ class with a destructor, a copy or a move constructor of its own, or
 * with anything virtual, is built in place through a hidden reference (Itanium
 * C++ ABI, "non-trivial for the purposes of calls"); gcc's debug information
 * does not say so itself.
 */
#ifndef CC_BYVALUE_H
#define CC_BYVALUE_H

#include <elfutils/libdw.h>
#include <stdbool.h>

/* True when the type of `die` (a function: what it returns) is a struct, union
 * or class that has members and is passed by value. */
bool byvalue_aggregate(Dwarf_Die *die);

#endif
