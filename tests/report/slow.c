/* SPDX-License-Identifier: MIT */
/* A failure, and executions that take long: some hundredths of a second each.
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int shared;

static void *other(void *unused)
{
	shared = 1;
	return unused;
}

int main(void)
{
	unsigned sum = 1;
	pthread_t t;

	for (int part = 0; part < 16; part++) {
		for (unsigned i = 0; i < 2000000; i++)
			__asm__("imul $3, %0" : "+r"(sum));
		pthread_mutex_lock(&lock); /* it goes on */
		pthread_mutex_unlock(&lock);
	}
	pthread_create(&t, NULL, other, NULL);
	assert(!shared);
	pthread_join(t, NULL);
	return sum == 0;
}
