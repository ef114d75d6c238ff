/* SPDX-License-Identifier: MIT */
/* racy: the bug that the cases about reports and schedules need: two threads
 * increment without a lock */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *increment(void *unused)
{
	counter++;
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, increment, NULL);
	pthread_create(&b, NULL, increment, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(counter == 2);
	return 0;
}
