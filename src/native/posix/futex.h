/* SPDX-License-Identifier: MIT */
/* futex.h - the system call, for syscall.c */
#ifndef NATIVE_POSIX_FUTEX_H
#define NATIVE_POSIX_FUTEX_H

#include "native/rt.h"

/* As the kernel returns it: a number, or -errno. */
long futex_call(uint32_t *word, int op, uint32_t value, uint64_t timeout,
	uint32_t *word2, uint32_t value3, uint64_t pc);

#endif
