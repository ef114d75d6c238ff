/* SPDX-License-Identifier: MIT */
/* Each of two threads takes the second lock under the first, keeps it, and
 * has to get the first again to give it back. Two more threads do nothing.
 *
 * flags: -O0
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug deadlock
 * executions: 19
 * first: 9
 * bounds: 1 16 2
 * check: {study} --strategy idb --finish-bound
 * verdict: bug deadlock
 * executions: 12
 * first: 8
 * bounds: 1 11 1
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug deadlock
 * executions: 1708
 * failed: 49
 * first: 8
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int in_a, in_b;

static void *a(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	if (++in_a == 1)
		pthread_mutex_lock(&l);
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	if (--in_a == 0)
		pthread_mutex_unlock(&l);
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *b(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	if (++in_b == 1)
		pthread_mutex_lock(&l);
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	if (--in_b == 0)
		pthread_mutex_unlock(&l);
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *nothing(void *arg)
{
	(void)arg;
	return NULL;
}

int main(void)
{
	pthread_t t[4];

	pthread_create(&t[0], NULL, a, NULL);
	pthread_create(&t[1], NULL, b, NULL);
	pthread_create(&t[2], NULL, nothing, NULL);
	pthread_create(&t[3], NULL, nothing, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
