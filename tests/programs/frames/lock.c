/* SPDX-License-Identifier: MIT */
/* lock: a mutex and a semaphore in a frame that was left
 *
 * check: --exhaustive
 * verdict: bug use_after_return
 *
 * check: --exhaustive
 * flags: -DSEMAPHORE
 * verdict: bug use_after_return
 */
#include "test.h"
#include <semaphore.h>

struct locks {
	pthread_mutex_t m;
	sem_t s;
};

static void *late(void *of_another)
{
	struct locks *l = of_another;

#ifdef SEMAPHORE
	sem_post(&l->s); /* BUG */
#else
	pthread_mutex_lock(&l->m); /* BUG */
#endif
	return NULL;
}

static __attribute__((noinline)) pthread_t begin(void)
{
	struct locks l = {PTHREAD_MUTEX_INITIALIZER};

	sem_init(&l.s, 0, 0);
	return start(late, &l);
}

int main(void)
{
	finish(begin());
	return 0;
}
