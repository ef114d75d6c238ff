/* SPDX-License-Identifier: MIT */
/* scheduler.h - the one lock of the central library, and sleeping under it
 *
 * Threads sleep on addresses, as in the kernels of early Unix, and look again
 * when they wake up.
 */
#ifndef MACRO_SCHEDULER_H
#define MACRO_SCHEDULER_H

enum {
	THREADS = 8,
	ALL = THREADS
};

enum state {
	RUNNING,
	ASLEEP,
	ENDED
};

/* All of it under the lock, but that a thread looks at its own state when it
 * waits. */
struct thread {
	volatile enum state state;
	const void *volatile channel; /* what it sleeps on */
	int id;
	void *(*run)(void *);
	void *arg;
	void *status;
};

extern struct thread *sched_threads[THREADS];
extern _Thread_local struct thread *sched_self;

void sched_lock(void);
void sched_unlock(void);

/* These with the lock held.  `sched_sleep` gives it up meanwhile. */
void sched_sleep(const void *channel);
void sched_wake(const void *channel, int threads);

/* Waits until somebody has set this thread running; without the lock. */
void sched_wait(void);

#endif
