/* SPDX-License-Identifier: MIT */
/* wait_after: who waits for the semaphore after something else could have had
 * it first, when the other one has not taken it yet
 *
 * y matters to nobody: 2 traces, one for each order.
 *
 * check: --exhaustive --reduce optimal
 * verdict: verified
 * states: x=1 x=2
 * executions: 2
 * blocked: 0
 * native: sc
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * states: x=1 x=2
 * executions: 2
 */
#include "test.h"

#include <semaphore.h>

static sem_t s;
static atomic_int x, y;

static void *first(void *unused)
{
	sem_wait(&s);
	atomic_store(&x, 1);
	sem_post(&s);
	return NULL;
}

static void *second(void *unused)
{
	atomic_store(&y, 1);
	sem_wait(&s);
	atomic_store(&x, 2);
	sem_post(&s);
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	sem_init(&s, 0, 1);
	t = start(first, NULL);
	u = start(second, NULL);
	finish(t);
	finish(u);
	printf("x=%d\n", atomic_load(&x));
	return 0;
}
