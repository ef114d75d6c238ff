/* SPDX-License-Identifier: MIT */
/* unpointed: threads that race where no switches are asked for depend on each
 * other by what they touch alone
 *
 * What a thread does comes with its unlock, of a mutex of its own; which comes
 * first decides what x is.
 *
 * check: --points sync --strategy dfs
 * verdict: partial
 * holes: points_left_out
 * exit: 0
 * races: some
 * states: x=3 x=5
 */
#include "test.h"

static int x;

static void *twice(void *unused)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	x = x * 2 + 1;
	return NULL;
}

static void *more(void *unused)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	x += 2;
	return NULL;
}

int main(void)
{
	pthread_t a = start(twice, NULL), b = start(more, NULL);

	finish(a);
	finish(b);
	printf("x=%d\n", x);
	return 0;
}
