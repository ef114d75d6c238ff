/* SPDX-License-Identifier: MIT */
/* two_protections: a counter that one thread protects by a mutex, the other by
 * atomic additions (Blum: Practical concurrency testing, 2018, figure 4.1)
 *
 * It fails only if T1 is interrupted between its load and its store, which no
 * operation of synchronisation lies between.
 *
 * check: --points sync
 * verdict: partial
 * holes: points_left_out
 * exit: 0
 * races: some
 *
 * check: --exhaustive
 * verdict: bug assertion
 * replays: 1
 * races: some
 *
 * check:
 * verdict: bug assertion
 */
#include "test.h"

#include <sched.h>

static int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *locks(void *unused)
{
	pthread_mutex_lock(&m);
	count++;
	pthread_mutex_unlock(&m);
	assert(*(volatile int *)&count >= 1);
	return NULL;
}

static void *adds(void *unused)
{
	__atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
	sched_yield();
	__atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
	assert(*(volatile int *)&count >= 2); /* BUG */
	return NULL;
}

int main(void)
{
	pthread_t t = start(locks, NULL), u = start(adds, NULL);

	finish(t);
	finish(u);
	return 0;
}
