/* SPDX-License-Identifier: MIT */
/* lazy_given_up: what lazy reduction knows to be beyond it makes optimal
 * reduction begin anew
 *
 * WHAT 1: two mutexes in opposite orders.  2 orders that end, and a deadlock.
 * WHAT 2: a semaphore is waited for inside a section, and posted outside of it:
 * the post comes before T1's lock, after it, or T2's section first, or last:
 * traces are counted by `--reduce optimal` alone.
 * WHAT 3: a trylock sees whether the other one is inside.
 *
 * check: --exhaustive --stop-after 0 --reduce lazy
 * flags: -DWHAT=1
 * verdict: bug deadlock
 * says: threads take mutexes in different orders
 * native: hangs it may deadlock
 *
 * check: --exhaustive --reduce lazy
 * flags: -DWHAT=2
 * verdict: verified
 * says: a thread that holds a mutex waits for others
 *
 * check: --exhaustive --reduce lazy
 * flags: -DWHAT=3
 * states: 0 1
 * verdict: verified
 * scope: lazy_given_up
 * says: an operation tells whether a mutex is held
 */
#include "test.h"

#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER,
		       n = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int got;

static void *one(void *unused)
{
	pthread_mutex_lock(&m);
	if (WHAT == 1) {
		pthread_mutex_lock(&n);
		pthread_mutex_unlock(&n);
	} else if (WHAT == 2) {
		sem_wait(&s);
	}
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *other(void *unused)
{
	if (WHAT == 1) {
		pthread_mutex_lock(&n);
		pthread_mutex_lock(&m);
		pthread_mutex_unlock(&m);
		pthread_mutex_unlock(&n);
	} else if (WHAT == 2) {
		sem_post(&s);
		pthread_mutex_lock(&m);
		pthread_mutex_unlock(&m);
	} else {
		got = pthread_mutex_trylock(&m) == 0;
		if (got)
			pthread_mutex_unlock(&m);
	}
	return NULL;
}

int main(void)
{
	sem_init(&s, 0, 0);
	pthread_t t = start(one, NULL), u = start(other, NULL);

	finish(t);
	finish(u);
	if (WHAT == 3)
		printf("%d\n", got);
	return 0;
}
