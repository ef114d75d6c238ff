/* SPDX-License-Identifier: MIT */
/* meet: nobody leaves before all have arrived, one of them is told so
 *
 * check: --exhaustive
 * verdict: verified
 * states: serial=1
 * races: none
 * says: the lowest thread gets PTHREAD_BARRIER_SERIAL_THREAD
 * scope: barrier_serial
 * native: sc
 */
#include "test.h"

static pthread_barrier_t b;
static int x[2];

/* Returns 1 for the thread that the barrier chose. */
static void *meet(void *argument)
{
	intptr_t me = (intptr_t)argument;
	int rc;

	x[me] = 1;
	rc = pthread_barrier_wait(&b);
	assert(rc == 0 || rc == PTHREAD_BARRIER_SERIAL_THREAD);
	assert(x[1 - me] == 1);
	return (void *)(intptr_t)(rc != 0);
}

int main(void)
{
	pthread_t s, t;
	int serial;

	pthread_barrier_init(&b, NULL, 2);
	s = start(meet, (void *)0);
	t = start(meet, (void *)1);
	serial = (int)(intptr_t)finish(s);
	serial += (int)(intptr_t)finish(t);
	assert(pthread_barrier_destroy(&b) == 0);
	printf("serial=%d\n", serial);
	return 0;
}
