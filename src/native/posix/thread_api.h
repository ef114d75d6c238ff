/* SPDX-License-Identifier: MIT */
/* thread_api.h - operations on threads, for C11's names */
#ifndef NATIVE_POSIX_THREAD_API_H
#define NATIVE_POSIX_THREAD_API_H

#include "native/rt.h"

#include <pthread.h>

/* Error numbers as POSIX says. */
int thread_create(uint64_t *handle, const pthread_attr_t *attr,
	void *(*start)(void *), void *arg, uint64_t pc);
int thread_join(uint64_t handle, void **result, uint64_t pc);
int thread_detach(uint64_t handle, uint64_t pc);
void thread_api_register(void);

/* Somebody asks, without waiting, whether a thread has ended: its exit must be
 * a decision point. */
void exit_is_seen(void);
/* Is t, which the caller names, a thread that has not ended?  A decision point,
 * unless it is the caller itself.  glibc and the kernel ask that: no thread
 * that has ended has a number any more, joined or not. */
bool thread_lives(const struct thread *t, uint64_t pc);
/* The thread that `call` is given; one that is nobody's is a bug: glibc looks
 * into its control block, which may be gone. */
struct thread *thread_named(uint64_t handle, const char *call, uint64_t pc);
/* thread_lives() of it. */
bool handle_lives(uint64_t handle, const char *call, uint64_t pc);
/* Somebody asks a thread to end: whatever looks for that must be one. */
void cancels_are_seen(void);
void sleeps_are_seen(void);
/* And so must the order of exits be: who is the last one matters. */
void exits_are_ordered(void);

#endif
