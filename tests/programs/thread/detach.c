/* SPDX-License-Identifier: MIT */
/* detach: a detached thread runs like any other and is never joined
 *
 * check: --exhaustive
 * verdict: verified
 * states: x=2
 * races: none
 * native: sc
 */
#include "test.h"
#include <semaphore.h>

static sem_t done;
static int x;

static void *work(void *unused)
{
	x++;
	sem_post(&done);
	return NULL;
}

int main(void)
{
	pthread_attr_t attr;
	pthread_t t;

	sem_init(&done, 0, 0);
	assert(pthread_detach(start(work, NULL)) == 0);
	sem_wait(&done);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	assert(pthread_create(&t, &attr, work, NULL) == 0);
	pthread_attr_destroy(&attr);
	sem_wait(&done);
	printf("x=%d\n", x);
	return 0;
}
