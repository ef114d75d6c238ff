/* SPDX-License-Identifier: MIT */
/* overlaid: a frame is left, and another one lies in its place when the write
 * comes; what it hits may be a local of which nobody has the address
 *
 * The search begins with main, which is in the second function by the time
 * that the other thread runs.
 *
 * check: --exhaustive
 * verdict: bug use_after_return assertion
 *
 * check: --exhaustive --reduce none
 * verdict: bug use_after_return assertion
 *
 * check: --exhaustive
 * flags: -DNO_CHECK
 * verdict: bug use_after_return
 */
#include "test.h"
#include <semaphore.h>

static sem_t done;

static void *late(void *of_another)
{
	int *p = of_another;

	for (int i = 0; i < 16; i++)
		p[i] = 1; /* BUG */
	sem_post(&done);
	return NULL;
}

static __attribute__((noinline)) void begin(void)
{
	int local[16] = {0};
	pthread_t t = start(late, local);

	pthread_detach(t);
}

static __attribute__((noinline)) void use(void)
{
	volatile int own[16] = {0};

	sem_wait(&done);
#ifndef NO_CHECK
	for (int i = 0; i < 16; i++)
		assert(!own[i]); /* BUG */
#endif
}

int main(void)
{
	sem_init(&done, 0, 0);
	begin();
	use();
	return 0;
}
