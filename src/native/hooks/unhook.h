/* SPDX-License-Identifier: MIT */
/* unhook.h - pass-through mode: calls of access hooks become nothing
 *
 * A hook that only returns still costs a call at each access.  Without a search
 * nobody will ever want them, so before anything else runs each such call in
 * the executable is overwritten by an instruction of the same length that does
 * nothing.  Hooks of atomics stay: they are the operation.
 *
 * Where the kernel refuses (text that may not be written), when there are
 * threads already, or where code is not understood, calls stay as they are and
 * return at once.  So do those of shared libraries.
 *
 * Cost     once, a few ns for each byte of code.
 * Callers  start.c
 */
#ifndef NATIVE_UNHOOK_H
#define NATIVE_UNHOOK_H

#include <stdbool.h>

/* delayed: nothing is taken out; every call of ours goes a longer way. */
void unhook(bool delayed);

#endif
