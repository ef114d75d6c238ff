/* SPDX-License-Identifier: MIT */
/* kernel.h - what the thread libraries stand on: the system calls of a small
 * kernel, in words of Linux
 *
 * A thread is a detached one of pthread's, of which nothing else is used.
 */
#ifndef MACRO_KERNEL_H
#define MACRO_KERNEL_H

#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	KERNEL_ALL = INT_MAX /* for kernel_wake */
};

static inline void kernel_spawn(void *(*run)(void *), void *arg)
{
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	int failed = pthread_create(&thread, &attr, run, arg);

	assert(!failed);
	pthread_attr_destroy(&attr);
}

/* Ends a thread, with nothing done for anybody who might wait for it. */
_Noreturn static inline void kernel_vanish(void)
{
	pthread_exit(NULL);
}

static inline void kernel_yield(void)
{
	sched_yield();
}

/* Sleeps until woken, unless *word is not `value`.  May return for no reason
 * that the caller knows: look again. */
static inline void kernel_wait(_Atomic uint32_t *word, uint32_t value)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL);
}

static inline void kernel_wake(_Atomic uint32_t *word, int threads)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, threads);
}

static inline void *kernel_map(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert(p != MAP_FAILED);
	return p;
}

static inline void kernel_unmap(void *p, size_t size)
{
	munmap(p, size);
}

#endif
