/* SPDX-License-Identifier: MIT */
/* copies: what a copy of an object is, natively: an object in the same state
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DBY_MEMCPY
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DLOCK
 * verdict: bug self_deadlock
 *
 * Once shown, memory follows, also for those who look and do not say so.
 *
 * check: --exhaustive
 * flags: -DUNSEEN
 * verdict: partial
 * holes: unannounced
 */
#include "test.h"
#include <semaphore.h>

struct all {
	pthread_mutex_t recursive, held;
	sem_t n;
	pthread_barrier_t b;
	pthread_spinlock_t s;
};
static struct all one, other;

static void copy(void)
{
#ifdef BY_MEMCPY
	memcpy(&other, &one, sizeof one);
#else
	other = one;
#endif
}

#ifdef UNSEEN
__attribute__((noinline, no_sanitize("thread"))) static int looks(void *lock)
{
	return *(volatile int *)lock;
}
#endif

static int value(sem_t *s)
{
	int n;

	assert(sem_getvalue(s, &n) == 0);
	return n;
}

int main(void)
{
	pthread_mutexattr_t a;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&one.recursive, &a);
	pthread_mutex_init(&one.held, NULL);
	sem_init(&one.n, 0, 1);
	pthread_barrier_init(&one.b, NULL, 1);
	pthread_spin_init(&one.s, 0);
	for (int i = 0; i < 2; i++) {
		sem_post(&one.n);
		pthread_mutex_lock(&one.held);
		pthread_spin_lock(&one.s);
		copy();
		assert(value(&other.n) == 2 + i);
		assert(pthread_mutex_lock(&other.recursive) == 0);
		assert(pthread_mutex_lock(&other.recursive) == 0);
		assert(pthread_mutex_trylock(&other.held) == EBUSY);
		assert(pthread_spin_trylock(&other.s) == EBUSY);
		assert(pthread_barrier_wait(&other.b) ==
			PTHREAD_BARRIER_SERIAL_THREAD);
		assert(pthread_mutex_unlock(&one.held) == 0);
		assert(pthread_mutex_trylock(&other.held) == EBUSY);
		assert(pthread_spin_unlock(&one.s) == 0);
#ifdef LOCK
		pthread_mutex_lock(&other.held); /* BUG */
#endif
		assert(pthread_mutex_unlock(&other.held) == 0);
		copy(); /* of idle ones */
#ifdef UNSEEN
		assert(looks(&one.held) == 0);
		assert(pthread_mutex_lock(&one.held) == 0);
		assert(looks(&one.held) == 1);
		assert(pthread_mutex_unlock(&one.held) == 0);
		assert(looks(&one.held) == 0);
#endif
		assert(pthread_mutex_lock(&other.held) == 0);
		assert(pthread_spin_lock(&other.s) == 0);
	}
	return 0;
}
