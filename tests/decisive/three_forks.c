/* SPDX-License-Identifier: MIT */
/* three_forks - each of three has one fork and waits for the next one's
 *
 * One takes its own before its neighbour has taken it as the second.
 */
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t fork_of[3] = {PTHREAD_MUTEX_INITIALIZER,
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *eats(void *who)
{
	intptr_t i = (intptr_t)who;

	pthread_mutex_lock(&fork_of[i]);	   /* decisive: first */
	pthread_mutex_lock(&fork_of[(i + 1) % 3]); /* decisive: second */
	pthread_mutex_unlock(&fork_of[(i + 1) % 3]);
	pthread_mutex_unlock(&fork_of[i]);
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	for (intptr_t i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, eats, (void *)i);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
