/* SPDX-License-Identifier: MIT */
/* futex.h - the system call, as programs write it */
#ifndef FUTEX_H
#define FUTEX_H

#include "test.h"
#include <linux/futex.h>
#include <sys/syscall.h>

static inline long futex_wait(atomic_int *word, int value)
{
	return syscall(
		SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static inline long futex_wake(atomic_int *word, int threads)
{
	return syscall(
		SYS_futex, word, FUTEX_WAKE_PRIVATE, threads, NULL, NULL, 0);
}

#endif
