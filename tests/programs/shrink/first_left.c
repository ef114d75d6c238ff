/* SPDX-License-Identifier: MIT */
/* first_left: main is preempted before the first step of all, which is no step
 * behind another one
 *
 * Found is the order T0 T1 T2 T0 T1 T2, of five switches; what main does need
 * not come between.
 *
 * check: --shrink 100s
 * verdict: bug assertion
 * says: switches of threads in place of 5
 * replays: 1
 *
 * native: exits 0 -6
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stop, n = 1;

static void *worker(void *unused)
{
	int some;

	pthread_mutex_lock(&lock);
	some = n > 0 && !stop;
	pthread_mutex_unlock(&lock);
	if (some) {
		int seen = n;

		n = seen - 1;
		assert(seen > 0);
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_mutex_lock(&lock);
	stop = 1;
	pthread_mutex_unlock(&lock);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
