/* SPDX-License-Identifier: MIT */
/* thread.c - threads of the central library
 *
 * What a thread has is its joiner's to free once it has ended and the lock is
 * free again.
 */
#include "central/scheduler.h"

#include "kernel.h"
#include "thr.h"

#include <stdlib.h>

static int ids; /* under the lock */

static struct thread *new_thread(void *(*run)(void *), void *arg)
{
	struct thread *t = malloc(sizeof *t);

	assert(t);
	*t = (struct thread){.run = run, .arg = arg};
	sched_lock();
	t->id = ids++;
	assert(t->id < THREADS);
	sched_threads[t->id] = t;
	sched_unlock();
	return t;
}

void thr_init(void)
{
	sched_self = new_thread(NULL, NULL);
}

static void *begin(void *thread)
{
	sched_self = thread;
	thr_exit(sched_self->run(sched_self->arg));
}

int thr_create(void *(*run)(void *), void *arg)
{
	struct thread *t = new_thread(run, arg);
	int id = t->id;

	kernel_spawn(begin, t);
	return id;
}

int thr_self(void)
{
	return sched_self->id;
}

_Noreturn void thr_exit(void *status)
{
	sched_lock();
	sched_self->status = status;
	sched_self->state = ENDED;
#ifdef BUG_EXIT_WAKES_UNLOCKED
	sched_unlock();
	sched_wake(sched_self, ALL);
#else
	sched_wake(sched_self, ALL);
	sched_unlock();
#endif
	kernel_vanish();
}

void thr_join(int id, void **status)
{
	struct thread *t = sched_threads[id];

#ifdef BUG_JOIN_PEEKS
	if (t->state != ENDED) {
		sched_lock();
		while (t->state != ENDED)
			sched_sleep(t);
		sched_unlock();
	}
	sched_threads[id] = NULL;
#else
	sched_lock();
	while (t->state != ENDED)
		sched_sleep(t);
	sched_threads[id] = NULL;
	sched_unlock();
#endif
	*status = t->status;
	free(t);
}
