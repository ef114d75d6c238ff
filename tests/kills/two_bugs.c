/* SPDX-License-Identifier: MIT */
/* two_bugs.c - two different bugs, and a search that goes on for a while */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter, seen;

static void *add(void *unused)
{
	for (int i = 0; i < 3; i++) {
		int old;

		pthread_mutex_lock(&lock);
		old = counter;
		pthread_mutex_unlock(&lock);
		pthread_mutex_lock(&lock);
		counter = old + 1;
		seen += i;
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(counter > 2 && "two thirds were lost");
	assert(counter > 3 && "a half was lost");
	return 0;
}
