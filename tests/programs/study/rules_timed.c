/* SPDX-License-Identifier: MIT */
/* a timed wait can always go on, and gives way (T-09).
 * Numbers: tests/oracle/study.py.
 *
 * flags: -O0
 * states: woken late
 * check: {study} --strategy dfs --stop-after 0
 * verdict: partial
 * holes: points_left_out forced_yield
 * exit: 0
 * executions: 4
 * native: prints woken late
 */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const char *how;

static void *wait_once(void *arg)
{
	struct timespec until;

	(void)arg;
	clock_gettime(CLOCK_REALTIME, &until);
	pthread_mutex_lock(&m);
	how = pthread_cond_timedwait(&c, &m, &until) ? "late" : "woken";
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
	pthread_join(t, NULL);
	printf("%s\n", how);
	return 0;
}
