/* SPDX-License-Identifier: MIT */
/* post_wait: what was written before the post is seen after the wait
 *
 * check: --exhaustive
 * verdict: verified
 * states: x=5
 * races: none
 * native: sc
 */
#include "test.h"
#include <semaphore.h>

static sem_t s;
static int x;

static void *post(void *unused)
{
	x = 5;
	sem_post(&s);
	return NULL;
}

int main(void)
{
	pthread_t t;

	sem_init(&s, 0, 0);
	t = start(post, NULL);
	sem_wait(&s);
	printf("x=%d\n", x);
	finish(t);
	return 0;
}
