/* SPDX-License-Identifier: MIT */
/* early.h - threads that a library starts before main
 *
 * Constructors of shared libraries run once, before the first execution, and
 * nobody controls what they do.  A thread that one of them creates is kept
 * back: it begins with every execution, created by main before all else.  What
 * it does beside the rest of the constructors is not tried (scope
 * constructors_before).
 *
 * A constructor that joins such a thread gets it made and ended at once.  One
 * that waits for it in another way is refused by name.
 */
#ifndef NATIVE_THREADS_EARLY_H
#define NATIVE_THREADS_EARLY_H

#include <sys/types.h>
#include <stdbool.h>
#include <stdint.h>

/* Before the first execution, in a process that will have some: is this call of
 * a library's constructor?  Then pthread_create is early_create. */
bool early_here(void);
int early_create(uint64_t *handle, const pthread_attr_t *attr,
	void *(*start)(void *), void *arg, uint64_t pc);

/* A handle that early_create gave, as long as early_here(). */
bool early_handle(uint64_t handle);
int early_join(uint64_t handle, void **result);
int early_detach(uint64_t handle);

/* The caller is about to wait: ends the process where somebody is kept back. */
void early_waits(const char *call);
/* It sleeps, or yields, which may be for a reason of its own: the same where
 * it does that a thousand times. */
void early_waits_again(const char *call);

/* From now on nothing is early. */
void early_over(void);
/* By the main thread of an execution, before what is the program's. */
void early_begin(void);

#endif
