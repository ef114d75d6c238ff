/* SPDX-License-Identifier: MIT */
/* item_left_at_stop - a worker that is told to stop leaves without a look at
 * what came in before; whether it stops depends on when it looks
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queued, done, turns;
static bool stop;

static void *work(void *unused)
{
	for (bool over = false; !over;) {
		pthread_mutex_lock(&lock);
		turns++;
		if (stop) { /* decisive: second */
			over = true;
		} else if (queued > 0) {
			queued--;
			done++;
		}
		turns++;
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&lock);
	queued++;
	turns++;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	stop = true; /* decisive: first */
	turns++;
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	assert(done == 1);
	return 0;
}
