/* SPDX-License-Identifier: MIT */
/* waits_with_cond: a thread waits for a mutex that another one gives back by
 * waiting for a condition
 *
 * By limited happens-before too what T1 did until then comes first, not only
 * what it did before the transition's first operation.
 *
 * check: --strategy dfs --points racing --happens-before=limited
 * and: --max-executions 1
 * verdict: partial
 * holes: points_left_out
 * pair: none
 * exit: 0
 */
#include "test.h"

#include <sched.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static volatile int data;
static bool told;

static void *sleeps(void *unused)
{
	pthread_mutex_lock(&m);
	sched_yield(); /* the other one comes to its lock */
	data = 1;
	while (!told)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *wakes(void *unused)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	data = 2;
	pthread_mutex_lock(&m);
	told = true;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t = start(sleeps, NULL), u = start(wakes, NULL);

	finish(t);
	finish(u);
	return 0;
}
