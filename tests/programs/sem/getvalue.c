/* SPDX-License-Identifier: MIT */
/* getvalue: sees the value before or after another thread's post
 *
 * check: --exhaustive
 * verdict: verified
 * states: value=0 value=1
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
	pthread_t t;
	int value;

	sem_init(&s, 0, 0);
	t = start(post, NULL);
	sem_getvalue(&s, &value);
	finish(t);
	printf("value=%d\n", value);
	return 0;
}
