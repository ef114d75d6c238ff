/* SPDX-License-Identifier: MIT */
/* again: a barrier starts over; a fast thread does not slip through twice
 *
 * check: --exhaustive
 * verdict: verified
 * states: ended
 * races: none
 * native: sc
 */
#include "test.h"

static pthread_barrier_t b;
static int x;

static void *follow(void *unused)
{
	pthread_barrier_wait(&b);
	assert(x == 1);
	pthread_barrier_wait(&b);
	pthread_barrier_wait(&b);
	assert(x == 2);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_barrier_init(&b, NULL, 2);
	t = start(follow, NULL);
	x = 1;
	pthread_barrier_wait(&b);
	pthread_barrier_wait(&b);
	x = 2;
	pthread_barrier_wait(&b);
	finish(t);
	printf("ended\n");
	return 0;
}
