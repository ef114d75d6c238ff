/* SPDX-License-Identifier: MIT */
/* trywait: one unit, two takers, nobody waits
 *
 * check: --exhaustive
 * verdict: verified
 * states: a=1,b=0 a=0,b=1
 * native: sc
 */
#include "test.h"
#include <semaphore.h>

static sem_t s;

static void *take(void *unused)
{
	int rc = sem_trywait(&s);

	assert(rc == 0 || errno == EAGAIN);
	return (void *)(intptr_t)(rc == 0);
}

int main(void)
{
	pthread_t t, u;
	int a, b;

	sem_init(&s, 0, 1);
	t = start(take, NULL);
	u = start(take, NULL);
	a = (int)(intptr_t)finish(t);
	b = (int)(intptr_t)finish(u);
	printf("a=%d,b=%d\n", a, b);
	return 0;
}
