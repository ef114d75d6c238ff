/* SPDX-License-Identifier: MIT */
/* timedwait: posted or timed out, and both are explored
 *
 * The value left tells: 0 after success, 1 after a timeout.
 *
 * check: --exhaustive
 * verdict: verified
 * states: got=1,left=0 got=0,left=1
 * native: sc
 */
#include "test.h"
#include <semaphore.h>

static sem_t s;

static void *post(void *unused)
{
	sem_post(&s);
	return NULL;
}

int main(void)
{
	struct timespec at;
	pthread_t t;
	int rc, left;

	sem_init(&s, 0, 0);
	t = start(post, NULL);
	from_now(&at, 1);
	rc = sem_timedwait(&s, &at);
	assert(rc == 0 || errno == ETIMEDOUT);
	finish(t);
	sem_getvalue(&s, &left);
	printf("got=%d,left=%d\n", rc == 0, left);
	return 0;
}
