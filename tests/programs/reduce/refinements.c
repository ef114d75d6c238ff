/* SPDX-License-Identifier: MIT */
/* refinements: three threads that each make one operation on one object, of a
 * kind that commutes with itself
 *
 * One trace; without refinements six, the orders of the three.  Ends always
 * commute, since they change nothing that the test has.
 *
 * check: --exhaustive --reduce optimal
 * flags: -DPOSTS
 * verdict: verified
 * executions: 1
 *
 * check: --exhaustive --reduce optimal --refine none
 * flags: -DPOSTS
 * verdict: verified
 * executions: 6
 * blocked: 0
 *
 * check: --exhaustive --reduce optimal
 * flags: -DARRIVALS
 * verdict: verified
 * executions: 1
 *
 * check: --exhaustive --reduce optimal --refine none
 * flags: -DARRIVALS
 * verdict: verified
 * executions: 6
 *
 * check: --exhaustive --reduce optimal
 * flags: -DREADERS
 * verdict: verified
 * executions: 1
 *
 * check: --exhaustive --reduce optimal --refine none
 * flags: -DREADERS
 * verdict: verified
 * executions: 6
 * blocked: 0
 *
 * check: --exhaustive --reduce source --refine none
 * flags: -DREADERS
 * verdict: verified
 * executions: 6
 *
 * check: --exhaustive --reduce optimal
 * flags: -DSLEEPS
 * verdict: verified
 * executions: 1
 *
 * check: --exhaustive --reduce optimal --refine none
 * flags: -DSLEEPS
 * verdict: verified
 * executions: 6
 *
 * check: --exhaustive --reduce optimal --refine none
 * flags: -DENDS
 * verdict: verified
 * executions: 1
 * blocked: 0
 */
#include "test.h"

#include <semaphore.h>

static sem_t units;
static pthread_barrier_t all;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int own[3];

static void *work(void *n)
{
#if defined(POSTS)
	sem_post(&units);
#elif defined(ARRIVALS)
	pthread_barrier_wait(&all);
#elif defined(READERS)
	pthread_rwlock_rdlock(&lock); /* and never unlocked */
#elif defined(SLEEPS)
	usleep(1000);
#endif
	atomic_store(&own[(long)n], 1);
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	sem_init(&units, 0, 0);
	pthread_barrier_init(&all, 0, 3);
	for (long i = 0; i < 3; i++)
		t[i] = start(work, (void *)i);
	for (int i = 0; i < 3; i++) {
		finish(t[i]);
		assert(atomic_load(&own[i]) == 1);
	}
	return 0;
}
