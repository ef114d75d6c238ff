/* SPDX-License-Identifier: MIT */
/* trylock: fails while the other holds the mutex, never blocks
 *
 * Both failing would need each to hold it while the other tries.
 *
 * check: --exhaustive
 * verdict: verified
 * states: a=1,b=1 a=1,b=0 a=0,b=1
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *try(void *got)
{
	int rc = pthread_mutex_trylock(&m);

	assert(rc == 0 || rc == EBUSY);
	if (rc == 0)
		pthread_mutex_unlock(&m);
	*(int *)got = rc == 0;
	return NULL;
}

int main(void)
{
	int got_a, got_b;
	pthread_t a = start(try, &got_a), b = start(try, &got_b);

	finish(a);
	finish(b);
	printf("a=%d,b=%d\n", got_a, got_b);
	return 0;
}
