/* SPDX-License-Identifier: MIT */
/* missed_signal - who waits looks at the flag without the lock
 *
 * The signal comes before the wait, and nobody sends another one.
 */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waits(void *unused)
{
	if (!atomic_load(&ready)) {
		pthread_mutex_lock(&lock);
		pthread_cond_wait(&more, &lock); /* decisive: second */
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, waits, NULL);
	atomic_store(&ready, 1);
	pthread_mutex_lock(&lock);
	pthread_cond_signal(&more); /* decisive: first */
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
