/* SPDX-License-Identifier: MIT */
/* queue: waiting for conditions, with one execution of each trace
 *
 * The same as a script has 32 traces by all of its interleavings
 * (tests/script/reduce_test.c).
 *
 * check: --exhaustive --reduce optimal
 * verdict: verified
 * states: 0
 * executions: 32
 * blocked: 0
 * native: sc
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * states: 0
 * executions: 32
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int place; /* 0: empty */

static void put(int item)
{
	pthread_mutex_lock(&m);
	while (place != 0)
		pthread_cond_wait(&not_full, &m);
	place = item;
	pthread_cond_signal(&not_empty);
	pthread_mutex_unlock(&m);
}

static void *get(void *unused)
{
	pthread_mutex_lock(&m);
	while (place == 0)
		pthread_cond_wait(&not_empty, &m);
	place = 0;
	pthread_cond_signal(&not_full);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t a = start(get, NULL), b = start(get, NULL);

	put(1);
	put(2);
	finish(a);
	finish(b);
	printf("%d\n", place);
	return 0;
}
