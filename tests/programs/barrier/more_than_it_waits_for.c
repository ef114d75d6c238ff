/* SPDX-License-Identifier: MIT */
/* more_than_it_waits_for: four threads at a barrier for two, and somebody else
 *
 * Six pairs may come first, and the others leave together, too.  The store
 * comes before or after the addition: 12 traces.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1 2
 * executions: 12
 * blocked: 0
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * states: 1 2
 * executions: 12
 */
#include "test.h"

#include <stdatomic.h>

static pthread_barrier_t b;
static atomic_int x;

static void *wait(void *unused)
{
	pthread_barrier_wait(&b);
	return unused;
}

static void *wait_and_store(void *unused)
{
	pthread_barrier_wait(&b);
	atomic_store(&x, 1);
	return unused;
}

static void *add(void *unused)
{
	atomic_fetch_add(&x, 1);
	return unused;
}

int main(void)
{
	pthread_t t[5];

	pthread_barrier_init(&b, NULL, 2);
	t[0] = start(wait, NULL);
	t[1] = start(add, NULL);
	t[2] = start(wait_and_store, NULL);
	t[3] = start(wait, NULL);
	t[4] = start(wait, NULL);
	for (int i = 0; i < 5; i++)
		finish(t[i]);
	printf("%d\n", x);
	return 0;
}
