/* SPDX-License-Identifier: MIT */
/* deadlock: nobody posts
 *
 * check: --exhaustive
 * verdict: bug deadlock
 */
#include "test.h"
#include <semaphore.h>

static sem_t s;

static void *wait_for_it(void *unused)
{
	sem_wait(&s);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&s, 0, 1);
	a = start(wait_for_it, NULL);
	b = start(wait_for_it, NULL);
	finish(a);
	finish(b);
	return 0;
}
