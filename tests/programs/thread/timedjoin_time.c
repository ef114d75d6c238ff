/* SPDX-License-Identifier: MIT */
/* timedjoin_time: glibc does not look at the time of a join itself; the kernel
 * refuses one that is none, and is asked again until the thread has ended
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0
 *
 * check: --exhaustive
 * flags: -DNEVER
 * verdict: bug deadlock
 * native: hangs
 */
#include "test.h"

#include <semaphore.h>

static sem_t go;

static void *wait_for_it(void *unused)
{
	sem_wait(&go);
	return unused;
}

static void *post(void *unused)
{
#ifndef NEVER
	sem_post(&go);
#endif
	return unused;
}

int main(void)
{
	struct timespec none = {0, 2000000000};
	pthread_t t, u;

	sem_init(&go, 0, 0);
	t = start(wait_for_it, NULL);
	u = start(post, NULL);
	printf("%d\n", pthread_timedjoin_np(t, NULL, &none));
	finish(u);
	return 0;
}
