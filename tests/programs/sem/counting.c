/* SPDX-License-Identifier: MIT */
/* counting: two places let two threads in, the third waits
 *
 * check: --exhaustive
 * verdict: verified
 * states: most=1 most=2
 * native: sc
 */
#include "test.h"
#include <semaphore.h>

static sem_t s;
static atomic_int inside;

/* Returns how many were inside with this thread. */
static void *enter(void *unused)
{
	int n;

	sem_wait(&s);
	n = atomic_fetch_add(&inside, 1) + 1;
	atomic_fetch_sub(&inside, 1);
	sem_post(&s);
	return (void *)(intptr_t)n;
}

int main(void)
{
	pthread_t t[3];
	int most = 0;

	sem_init(&s, 0, 2);
	for (int i = 0; i < 3; i++)
		t[i] = start(enter, NULL);
	for (int i = 0; i < 3; i++) {
		int n = (int)(intptr_t)finish(t[i]);

		most = n > most ? n : most;
	}
	printf("most=%d\n", most);
	return 0;
}
