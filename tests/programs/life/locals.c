/* SPDX-License-Identifier: MIT */
/* locals: objects of a frame that is entered again, begun by static
 * initialisers or by functions, and destroyed
 *
 * The threads' stacks are their own: one after the other or not, all is well.
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 */
#include "test.h"
#include <semaphore.h>

static void use_all(void)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t c = PTHREAD_COND_INITIALIZER;
	pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
	pthread_barrier_t b;
	pthread_spinlock_t s;
	sem_t n;

	assert(pthread_barrier_init(&b, NULL, 1) == 0);
	assert(pthread_spin_init(&s, 0) == 0);
	assert(sem_init(&n, 0, 1) == 0);
	assert(pthread_mutex_lock(&m) == 0);
	assert(pthread_cond_signal(&c) == 0);
	assert(pthread_mutex_unlock(&m) == 0);
	assert(pthread_rwlock_rdlock(&l) == 0);
	assert(pthread_rwlock_unlock(&l) == 0);
	assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
	assert(pthread_spin_lock(&s) == 0);
	assert(pthread_spin_unlock(&s) == 0);
	assert(sem_wait(&n) == 0);
	assert(pthread_mutex_destroy(&m) == 0);
	assert(pthread_cond_destroy(&c) == 0);
	assert(pthread_rwlock_destroy(&l) == 0);
	assert(pthread_barrier_destroy(&b) == 0);
	assert(pthread_spin_destroy(&s) == 0);
	assert(sem_destroy(&n) == 0);
}

static void *work(void *unused)
{
	for (int i = 0; i < 3; i++)
		use_all();
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);

	use_all();
	use_all();
	finish(t);
	return 0;
}
