/* SPDX-License-Identifier: MIT */
/* normal: a mutex protects what plain increments would lose
 *
 * check: --exhaustive
 * verdict: verified
 * states: c=2
 * races: none
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int c;

static void *increment(void *unused)
{
	pthread_mutex_lock(&m);
	c++;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t a = start(increment, NULL), b = start(increment, NULL);

	finish(a);
	finish(b);
	printf("c=%d\n", c);
	return 0;
}
