/* SPDX-License-Identifier: MIT */
/* cancel_disabled: a thread that does not want to be cancelled runs on until
 * it does
 *
 * Asked before or after the thread switches it off for its section: the
 * section is made whole or not at all.
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 * states: made=2,cancelled=1 made=0,cancelled=1
 */
#include "test.h"
#include <semaphore.h>

static sem_t never; /* 0 */
static int made;

static void *work(void *unused)
{
	int old;

	pthread_testcancel();
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
	made++;
	pthread_testcancel();
	made++;
	pthread_setcancelstate(old, NULL);
	sem_wait(&never);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	void *result;

	assert(pthread_cancel(t) == 0);
	result = finish(t);
	printf("made=%d,cancelled=%d\n", made, result == PTHREAD_CANCELED);
	return 0;
}
