/* SPDX-License-Identifier: MIT */
/* join_deadlock: main waits for a thread that waits for main's lock
 *
 * check: --exhaustive
 * verdict: bug deadlock
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);

	pthread_mutex_lock(&m);
	finish(t);
	pthread_mutex_unlock(&m);
	return 0;
}
