/* SPDX-License-Identifier: MIT */
/* long_loops: an update is lost behind loops that make thousands of steps
 *
 * Which steps of two such executions are the same cannot be told by their
 * ends, so nothing may be said (it was "T0's read of n comes before T1's
 * write", behind the join).
 */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

enum {
	LENGTH = 3000
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n, filled[LENGTH]; /* decisive: none */

static int taken(void)
{
	for (int i = 0; i < 5000; i++) {
		if (!pthread_mutex_trylock(&lock))
			return 1;
		usleep(1);
	}
	return 0;
}

static void *count(void *unused)
{
	for (int k = 0; k < 2; k++) {
		int seen;

		while (!taken())
			;
		for (int i = 0; i < LENGTH; i++)
			filled[i] += i & 7;
		seen = n;
		pthread_mutex_unlock(&lock);
		while (!taken())
			;
		n = seen + 1;
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

int main(void)
{
	pthread_t thread[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&thread[i], NULL, count, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	assert(n == 6);
	return 0;
}
