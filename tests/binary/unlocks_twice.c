/* SPDX-License-Identifier: MIT */
/* unlocks_twice.c - what nobody holds is unlocked, if the other came first */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool first;

static void *other(void *unused)
{
	pthread_mutex_lock(&lock);
	first = true;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t;
	bool again;

	pthread_create(&t, NULL, other, NULL);
	pthread_mutex_lock(&lock);
	again = first;
	pthread_mutex_unlock(&lock);
	if (again)
		pthread_mutex_unlock(&lock); /* BUG */
	pthread_join(t, NULL);
	return 0;
}
