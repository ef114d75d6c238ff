/* SPDX-License-Identifier: MIT */
/* waits: an operation waits for what its kind does, and for what its thread has
 * to wait for besides
 *
 * main's timer (src/native/tick.h) has to have run down before it waits for the
 * semaphore, which is to have been posted as well.  Numbers: tests/oracle.
 *
 * native: sc
 *
 * check: --exhaustive --audit --audit-executions 1000
 * env: SCARP_TICKS=1
 * verdict: verified
 * says: : all right
 * flags: -DN=1
 * states: x=1
 *
 * check: --exhaustive --reduce none
 * env: SCARP_TICKS=1
 * oracle: N=1
 * verdict: verified
 */
#include "test.h"
#include <semaphore.h>

static sem_t posted;
static atomic_int x;

static void *posts(void *unused)
{
	x = 1;
	sem_post(&posted);
	return unused;
}

int main(void)
{
	struct timespec t;
	pthread_t other;

	sem_init(&posted, 0, 0);
	other = start(posts, NULL);
	sem_wait(&posted);
	finish(other);
	clock_gettime(CLOCK_REALTIME, &t);
	assert(t.tv_sec >= 946684800 + 2 * N); /* where virtual time begins */
	printf("x=%d\n", x);
	return 0;
}
