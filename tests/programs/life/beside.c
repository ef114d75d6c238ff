/* SPDX-License-Identifier: MIT */
/* beside: a plain write over an object that another thread uses at the same
 * time, and nothing orders the two
 *
 * A data race, and both orders are executed: with the write first the post
 * counts, with the post first it is lost, so that both values are printed.
 *
 * check: --exhaustive
 * flags: -DSEMAPHORE
 * verdict: partial
 * holes: may_tear
 * races: some
 * states: 0 1
 *
 * check: --exhaustive --reduce none
 * flags: -DSEMAPHORE
 * verdict: partial
 * holes: may_tear
 * races: some
 * states: 0 1
 *
 * check: --exhaustive
 * flags: -DMUTEX
 * verdict: bug unlock_not_owner
 *
 * check: --exhaustive
 * flags: -DSEMAPHORE -DORDERED
 * verdict: verified
 * races: none
 * states: 0
 */
#include "test.h"
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;

static void *use(void *unused)
{
#ifdef MUTEX
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m); /* BUG */
#else
	sem_post(&s);
#endif
	return NULL;
}

int main(void)
{
	pthread_t t;
	int value;

	sem_init(&s, 0, 0);
	t = start(use, NULL);
#ifdef ORDERED
	finish(t);
#endif
#ifdef MUTEX
	m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
#else
	memset(&s, 0, sizeof s);
#endif
#ifndef ORDERED
	finish(t);
#endif
	sem_getvalue(&s, &value);
	printf("%d\n", value);
	return 0;
}
