/* SPDX-License-Identifier: MIT */
/* deep.c - a library, made with -DLIBRARY, waits for what nobody posts; it has
 * no debug information, and uses rbp for a number
 */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int wait_there(sem_t *s, int a, int b, int c, int d);

#ifdef LIBRARY
int wait_there(sem_t *s, int a, int b, int c, int d)
{
	int sum = 0;

	for (int i = 0; i < 2; i++) {
		sem_wait(s);
		sum += a * i + b * sum + (c ^ d);
	}
	return sum + a + b + c + d;
}
#else
static sem_t none;

static void *waits(void *unused)
{
	int got = wait_there(&none, 1, 2, 3, 4); /* WAITS */

	return (void *)(long)got;
}

int main(void)
{
	pthread_t t;

	sem_init(&none, 0, 0);
	pthread_create(&t, NULL, waits, NULL);
	pthread_join(t, NULL);
	return 0;
}
#endif
