/* SPDX-License-Identifier: MIT */
/* writers: exclude each other
 *
 * check: --exhaustive
 * verdict: verified
 * states: c=2
 * races: none
 * native: sc
 */
#include "test.h"

static pthread_rwlock_t l;
static int c;

static void *increment(void *unused)
{
	pthread_rwlock_wrlock(&l);
	c++;
	pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_rwlock_init(&l, NULL);
	a = start(increment, NULL);
	b = start(increment, NULL);
	finish(a);
	finish(b);
	assert(pthread_rwlock_destroy(&l) == 0);
	printf("c=%d\n", c);
	return 0;
}
