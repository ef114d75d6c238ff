/* SPDX-License-Identifier: MIT */
/* destroy_waited: a condition destroyed while a thread waits on it
 *
 * check: --exhaustive
 * verdict: bug destroy_busy
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *wait(void *unused)
{
	pthread_mutex_lock(&m);
	waiting = 1;
	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	start(wait, NULL);
	pthread_mutex_lock(&m);
	if (waiting)
		pthread_cond_destroy(&c); /* BUG */
	pthread_mutex_unlock(&m);
	exit(0);
}
