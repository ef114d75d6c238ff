/* SPDX-License-Identifier: MIT */
/* crashes.c - a pointer is taken away between a look at it and its use; or,
 * with an argument, the process ends with that status instead
 */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, *volatile pointer = &value;

static __attribute__((noipa)) int use(int *volatile *p)
{
	return **p + 1; /* BUG */
}

static void *takes_away(void *unused)
{
	pthread_mutex_lock(&lock);
	pointer = NULL;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;
	int there;

	pthread_create(&t, NULL, takes_away, NULL);
	pthread_mutex_lock(&lock);
	there = pointer != NULL;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	if (there && argc > 1 && !pointer)
		exit(atoi(argv[1]));
	if (there)
		value = use(&pointer);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
