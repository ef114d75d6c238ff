/* SPDX-License-Identifier: MIT */
/* raw.h - system calls past the C library, whose syscall() is ours
 *
 * Returns what the kernel does: -errno on failure.
 */
#ifndef NATIVE_RAW_H
#define NATIVE_RAW_H

#include <sys/syscall.h>

static inline long raw_syscall6(
	long n, long a, long b, long c, long d, long e, long f)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	long rc;

	__asm__ volatile(
		"syscall"
		: "=a"(rc)
		: "0"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
		: "rcx", "r11", "memory");
	return rc;
}

static inline long raw_syscall(long n, long a, long b)
{
	return raw_syscall6(n, a, b, 0, 0, 0, 0);
}

#endif
