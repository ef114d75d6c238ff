/* SPDX-License-Identifier: MIT */
/* semaphore: waits for a value that it only looks at
 *
 * check: --exhaustive
 * verdict: verified
 * states: value=1
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
	do
		sem_getvalue(&s, &value);
	while (value == 0);
	finish(t);
	printf("value=%d\n", value);
	return 0;
}
