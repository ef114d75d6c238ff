/* SPDX-License-Identifier: MIT */
/* raw.h - a system call that no wrapper makes */
#ifndef RAW_H
#define RAW_H

#include <sys/syscall.h>

static inline long raw(long number, long a, long b, long c, long d, long e)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = 0;
	long rc;

	__asm__ volatile("syscall"
			 : "=a"(rc)
			 : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10),
			 "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return rc;
}

#endif
