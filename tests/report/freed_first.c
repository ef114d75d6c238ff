/* SPDX-License-Identifier: MIT */
/* Two bugs, of which one hides the other: what is freed too early, and a
 * deadlock.  LATER: it is used at a second place, too. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER,
		       b = PTHREAD_MUTEX_INITIALIZER;
static int *shared;

static void *uses(void *arg)
{
	pthread_mutex_lock(&a);
	(*shared)++;
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
#ifdef LATER
	(*shared)--;
#endif
	return arg;
}

int main(void)
{
	pthread_t t;

	shared = calloc(1, sizeof *shared);
	pthread_create(&t, 0, uses, 0);
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	free(shared); /* too early */
	pthread_join(t, 0);
}
