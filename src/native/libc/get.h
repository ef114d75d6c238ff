/* SPDX-License-Identifier: MIT */
/* get.h - what reading bytes and wide characters share */
#ifndef NATIVE_LIBC_GET_H
#define NATIVE_LIBC_GET_H

#include "native/libc/libc.h"

/* The operation on f, before what follows.  False: it is no stream of ours. */
bool get_ours(FILE *f, bool locks, uint64_t pc);
/* The next byte, or EOF; it goes back to be the next one. */
int get_byte(FILE *f, uint64_t pc);
int get_back(int c, FILE *f, uint64_t pc);

#endif
