/* SPDX-License-Identifier: MIT */
/* library_call.h - calls of libraries whose functions scarp knows
 * (libraries.def)
 *
 * Nobody sees what such a library does; what its calls may touch is known, and
 * announced before they are made, as if the call touched all of it: so it is
 * one step on that memory, and all of it goes back.
 *
 * Cost     of a stream of zlib's some 100 microseconds a call: it has 260 KiB.
 */
#ifndef NATIVE_OUTSIDE_LIBRARY_CALL_H
#define NATIVE_OUTSIDE_LIBRARY_CALL_H

#include "native/rt.h"

/* The row for a function of a library, by the library's file; -1: none. */
int library_call_row(const char *library, const char *name);
/* That row's calls are made from now on, by code at `function`. */
void library_call_found(int row, const void *function);
/* A call of that code is made whose effect nobody knows: it may have left there
 * what others go by, so that in this execution none is known any more. */
void library_call_unknown(const void *function);
/* Announces one of that function.  Where it goes on; NULL: as things are,
 * nobody knows what it touches. */
void *library_call(
	int row, void *function, const uint64_t *argument, uint64_t pc);

#endif
