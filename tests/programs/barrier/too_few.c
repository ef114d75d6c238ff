/* SPDX-License-Identifier: MIT */
/* too_few: a barrier for three where only two come
 *
 * check: --exhaustive
 * verdict: bug deadlock
 */
#include "test.h"

static pthread_barrier_t b;

static void *arrive(void *unused)
{
	pthread_barrier_wait(&b);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_barrier_init(&b, NULL, 3);
	t = start(arrive, NULL);
	pthread_barrier_wait(&b);
	finish(t);
	return 0;
}
