/* SPDX-License-Identifier: MIT */
/* beside_after: a plain write over a semaphore, after somebody has waited for
 * it; nothing orders the two
 *
 * The one who posts overwrites it: if the other one comes later, it waits for
 * ever.  Executions begin with him who posts; he has to be stopped in between.
 *
 * check: --exhaustive
 * verdict: bug deadlock
 *
 * check: --exhaustive
 * flags: -DGOES_ON
 * verdict: verified
 * races: some
 */
#include "test.h"
#include <semaphore.h>

static sem_t s;

static void *take(void *unused)
{
	sem_wait(&s);
	return NULL;
}

int main(void)
{
	pthread_t t;

	sem_init(&s, 0, 0);
	t = start(take, NULL);
	sem_post(&s);
#ifdef GOES_ON
	struct timespec nothing = {0, 0};

	nanosleep(&nothing, NULL);
	s = (sem_t){.__align = 1};
#else
	memset(&s, 0, sizeof s);
#endif
	finish(t);
	return 0;
}
