/* SPDX-License-Identifier: MIT */
#include "native/threads/fiber.h"
#include "native/rt.h"

#include <asm/prctl.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef HWCAP2_FSGSBASE
#define HWCAP2_FSGSBASE (1 << 1)
#endif

int fiber_fsgsbase;
void fiber_first(void);

void *fiber_make(char *top, void (*entry)(void *), void *arg)
{
	uint64_t *sp = (uint64_t *)(((uintptr_t)top & ~(uintptr_t)15) - 16);

	*--sp = (uint64_t)fiber_first + 1; /* popped last, jumped to */
	*--sp = 0;			   /* rbp: the chain of frames ends */
	*--sp = 0;			   /* rbx */
	*--sp = (uint64_t)entry;	   /* r12 */
	*--sp = (uint64_t)arg;		   /* r13 */
	*--sp = 0;			   /* r14 */
	*--sp = 0;			   /* r15 */
	return sp;
}

void fiber_set_fs_slow(uint64_t fs)
{
	long rc;

	/* Not through libc: its wrapper would set errno in either TLS. */
	__asm__ volatile(
		"syscall"
		: "=a"(rc)
		: "0"((long)SYS_arch_prctl), "D"((long)ARCH_SET_FS), "S"(fs)
		: "rcx", "r11", "memory");
}

void fiber_init(void)
{
	fiber_fsgsbase = (REAL(getauxval)(AT_HWCAP2) & HWCAP2_FSGSBASE) &&
			 !getenv("SCARP_NO_FSGSBASE");
}
