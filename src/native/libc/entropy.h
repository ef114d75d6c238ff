/* SPDX-License-Identifier: MIT */
/* entropy.h - random bytes from the system, for whatever gives them */
#ifndef NATIVE_LIBC_ENTROPY_H
#define NATIVE_LIBC_ENTROPY_H

#include <stddef.h>

/* The running thread's next n bytes, into memory of the runtime's; `name` asks
 * for them. */
void entropy_draw(void *to, size_t n, const char *name);

#endif
