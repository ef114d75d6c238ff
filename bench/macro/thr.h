/* SPDX-License-Identifier: MIT */
/* thr.h - a small thread library: what each of the three in this folder offers
 *
 * types.h is that of the library, chosen by -I: the structs of its objects.
 * Objects are zero when they are new.  Identifiers count from 0, which is main.
 */
#ifndef MACRO_THR_H
#define MACRO_THR_H

#include "types.h"

enum rwlock_mode {
	RWLOCK_READ,
	RWLOCK_WRITE
};

/* Once, by main, before anything else. */
void thr_init(void);

/* Starts run(arg) in a new thread, and returns its identifier.  A return from
 * `run` is thr_exit of what it returned. */
int thr_create(void *(*run)(void *), void *arg);

int thr_self(void);

/* Ends the thread.  Its memory is its joiner's to free. */
_Noreturn void thr_exit(void *status);

/* Waits until thread `id` has ended, frees what it had, and stores its status
 * to *status.  At most one thread joins another, and once. */
void thr_join(int id, void **status);

void mutex_lock(struct mutex *m);
void mutex_unlock(struct mutex *m);

/* No wake-up without a signal: callers may rely on it. */
void cond_wait(struct cond *c, struct mutex *m);
void cond_signal(struct cond *c);
void cond_broadcast(struct cond *c);

void sema_init(struct sema *s, int count);
void sema_down(struct sema *s);
void sema_up(struct sema *s);

void rwlock_lock(struct rwlock *l, enum rwlock_mode mode);
void rwlock_unlock(struct rwlock *l);

/* By its writer, who reads from now on, as others may. */
void rwlock_downgrade(struct rwlock *l);

#endif
