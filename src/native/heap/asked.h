/* SPDX-License-Identifier: MIT */
/* asked.h - blocks that a known library allocated for itself
 *
 * Each block says which library asked for it: 0 none, 1 any, others by number.
 * What a call of such a library may touch are blocks with its number.
 */
#ifndef NATIVE_HEAP_ASKED_H
#define NATIVE_HEAP_ASKED_H

#include "native/rt.h"

enum {
	ASKED_BY_LIBRARY = 1,
	ASKED_KNOWN, /* the first number of a known one */
	ASKED_MOST = 8
};

/* Code from start to end is that of library number `number`. */
void asked_by_library(unsigned number, uint64_t start, uint64_t end);
/* Which one the code at pc is of, which is no part of the program. */
uint8_t asked_number(uint64_t pc);
/* The bytes of the live block that begins there, if that library asked for it;
 * else 0. */
size_t asked_size(uint64_t block, unsigned number);
/* False: a live block is there, but not n bytes of it. */
bool asked_fits(uint64_t address, size_t n);

#endif
