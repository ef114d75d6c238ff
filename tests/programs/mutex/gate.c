/* SPDX-License-Identifier: MIT */
/* gate: opposite order under a common outer lock cannot deadlock
 *
 * check: --exhaustive
 * verdict: verified
 * states: ended
 * native: sc
 */
#include "test.h"

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(&gate);
	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
	pthread_mutex_unlock(&gate);
}

static void *forward(void *unused)
{
	both(&m, &n);
	return NULL;
}

static void *backward(void *unused)
{
	both(&n, &m);
	return NULL;
}

int main(void)
{
	pthread_t a = start(forward, NULL), b = start(backward, NULL);

	finish(a);
	finish(b);
	printf("ended\n");
	return 0;
}
