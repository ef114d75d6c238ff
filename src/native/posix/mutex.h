/* SPDX-License-Identifier: MIT */
/* mutex.h - what condition variables need of mutexes */
#ifndef NATIVE_POSIX_MUTEX_H
#define NATIVE_POSIX_MUTEX_H

#include "native/rt.h"

#include <pthread.h>

enum {
	MUTEX_SPIN = 4, /* a spin lock */
	MUTEX_DESTROYED = 0xff
};

/* The mutex at m, met or made; destroyed ones are reported. */
struct object *mutex_of(const void *m, uint64_t pc);
/* Is unlocking it, or waiting with it, an error number for who does not hold
 * it? Of other types it is not defined. */
bool mutex_checks(const struct object *o);
/* Who ends with it in his hand leaves it to the next one. */
bool mutex_is_robust(const struct object *o);
/* With a decision point; error numbers as POSIX says. */
int mutex_lock(void *m, uint64_t pc);
int mutex_trylock(void *m, uint64_t pc);
int mutex_timedlock(
	void *m, clockid_t clock, const struct timespec *until, uint64_t pc);
int mutex_unlock(void *m, uint64_t pc);
/* Without one: the effect alone (a wait releases its mutex). */
void mutex_release(struct object *o);
void mutex_give(struct object *o); /* one level of a recursive one */
/* Writes what pthread_mutex_init does; then the operation itself. */
void mutex_clear(void *m, int type, uint64_t pc);
int mutex_init(void *m, int type, uint64_t pc);
int mutex_destroy(void *m, uint64_t pc);

#endif
