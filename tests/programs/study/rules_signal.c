/* SPDX-License-Identifier: MIT */
/* a signal marks all that wait, the first of them to go on takes it.
 * a wait is three points. A signal that nobody waits for is lost, and
 * then somebody waits for ever.
 * Numbers: tests/oracle/study.py.
 *
 * flags: -O0
 * states: ab ba
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug deadlock
 * executions: 1245
 * failed: 124
 * first: 1
 */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static char order[3];
static int n;

static void *wait_once(void *name)
{
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m);
	order[n++] = *(char *)name;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, wait_once, "a");
	pthread_create(&b, NULL, wait_once, "b");
	pthread_mutex_lock(&m);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	printf("%s\n", order);
	return 0;
}
