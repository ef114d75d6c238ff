/* SPDX-License-Identifier: MIT */
/* later: what an operation waits for besides its object may come at any time
 *
 * T takes the only unit when its timer (src/native/tick.h) has run down.  In
 * the first execution that is behind main's try; nothing but the tick keeps it
 * from being before.
 *
 * native: prints anything
 *
 * check: --exhaustive
 * env: SCARP_TICKS=1
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive --reduce source
 * env: SCARP_TICKS=1
 * verdict: verified
 * states: 0 1
 */
#include "test.h"
#include <semaphore.h>

static sem_t unit;

static void *takes(void *unused)
{
	sem_wait(&unit);
	sem_post(&unit);
	return unused;
}

int main(void)
{
	pthread_t t;
	int got;

	sem_init(&unit, 0, 1);
	t = start(takes, NULL);
	got = sem_trywait(&unit) == 0;
	if (got)
		sem_post(&unit);
	finish(t);
	printf("%d\n", got);
	return 0;
}
