/* SPDX-License-Identifier: MIT */
/* self_deadlock_in_thread: found although other threads can go on
 *
 * check: --exhaustive
 * verdict: bug self_deadlock
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void *twice(void *unused)
{
	pthread_mutex_lock(&m);
	if (atomic_load(&x) == 1)
		pthread_mutex_lock(&m); /* BUG */
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t = start(twice, NULL);

	atomic_store(&x, 1);
	atomic_store(&x, 0);
	finish(t);
	return 0;
}
