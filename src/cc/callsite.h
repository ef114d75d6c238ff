/* SPDX-License-Identifier: MIT */
/* callsite.h - where in the source an imported function is called
 *
 * For the command's messages: "calls regcomp (parse.c:41), unknown".
 */
#ifndef CC_CALLSITE_H
#define CC_CALLSITE_H

#include <stddef.h>
#include <stdint.h>

/* Writes "file:line" of the first call of `symbol` in the file `exe` (an
 * executable or a library) to out, or the address when it has no line.
 * Returns 0; -1, with out empty, when nothing refers to it. */
int callsite_find(const char *exe, const char *symbol, char *out, size_t n);

/* The same for an instruction. */
int callsite_at(const char *exe, uint64_t address, char *out, size_t n);

#endif
