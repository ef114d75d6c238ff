/* SPDX-License-Identifier: MIT */
/* serial: of all that meet at a barrier the lowest thread is told so, in every
 * order of arrival
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1,0,0
 * native: prints 0,0,1 0,1,0
 *
 * Arrivals commute, and so do those who leave: one trace, begun once.
 *
 * check: --exhaustive --reduce optimal
 * verdict: verified
 * states: 1,0,0
 * executions: 1
 * blocked: 0
 */
#include "test.h"

static pthread_barrier_t b;

static void *meet(void *unused)
{
	return (void *)(intptr_t)(pthread_barrier_wait(&b) ==
				  PTHREAD_BARRIER_SERIAL_THREAD);
}

int main(void)
{
	pthread_t s, t;
	bool mine;

	pthread_barrier_init(&b, NULL, 3);
	s = start(meet, NULL);
	t = start(meet, NULL);
	mine = pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD;
	printf("%d,", mine);
	printf("%d,", finish(s) != NULL);
	printf("%d\n", finish(t) != NULL);
	return 0;
}
