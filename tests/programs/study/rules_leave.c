/* SPDX-License-Identifier: MIT */
/* main has ended; who waits then for ever is no deadlock.
 * Numbers: tests/oracle/study.py.
 *
 * flags: -O0
 * check: {study} --strategy dfs --stop-after 0
 * verdict: partial
 * holes: main_left
 * exit: 0
 * executions: 3
 * failed: 0
 * native: hangs nobody signals
 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *wait_once(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, wait_once, NULL);
	pthread_mutex_lock(&m);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_exit(NULL);
}
