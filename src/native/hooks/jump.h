/* SPDX-License-Identifier: MIT */
/* jump.h - where a jump of the C library leads */
#ifndef NATIVE_HOOKS_JUMP_H
#define NATIVE_HOOKS_JUMP_H

#include <stdint.h>

enum {
	JUMP_SP = 6 /* of the words that setjmp keeps */
};

/* The stack pointer that setjmp kept, as the C library hides it. */
static inline uint64_t jump_sp(uint64_t word)
{
	uint64_t guard;

	__asm__("mov %%fs:0x30, %0" : "=r"(guard));
	return (word >> 17 | word << 47) ^ guard;
}

#endif
