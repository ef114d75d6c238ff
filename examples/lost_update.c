/* SPDX-License-Identifier: MIT */
/* lost_update.c - two threads increment a counter without a lock
 *
 * `counter++` is a read and a write.  When the other thread's write falls
 * between them, it is lost.
 */
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
