/* SPDX-License-Identifier: MIT */
/* sort: half of an array is given to a worker, and not waited for
 *
 * A model of a parallel quicksort. Main splits the array, hands one half to
 * a worker by a condition variable, and sorts the other. It is done when no
 * worker is busy; but a worker counts itself as busy when it wakes up, and
 * not who gives it work. So main may be done first, without any preemption.
 *
 * check:
 * verdict: bug assertion
 * depth: 0
 * check: --exhaustive
 * flags: -DRIGHT
 * verdict: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum {
	SIZE = 6
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int value[SIZE] = {2, 1, 0, 5, 4, 3};
static int given, busy, over;

static void sort(int from, int to)
{
	for (int i = from + 1; i < to; i++)
		for (int k = i; k > from && value[k] < value[k - 1]; k--) {
			int was = value[k];

			value[k] = value[k - 1];
			value[k - 1] = was;
		}
}

static void *work(void *unused)
{
	pthread_mutex_lock(&m);
	for (;;) {
		while (!given && !over)
			pthread_cond_wait(&change, &m);
		if (!given)
			break;
		given = 0;
#ifndef RIGHT
		busy++;
#endif
		pthread_mutex_unlock(&m);
		sort(SIZE / 2, SIZE);
		pthread_mutex_lock(&m);
		busy--;
		pthread_cond_broadcast(&change);
	}
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&m);
	given = 1;
#ifdef RIGHT
	busy++;
#endif
	pthread_cond_broadcast(&change);
	pthread_mutex_unlock(&m);
	sort(0, SIZE / 2);
	pthread_mutex_lock(&m);
	while (busy)
		pthread_cond_wait(&change, &m);
	for (int i = 1; i < SIZE; i++)
		assert(value[i - 1] <= value[i]); /* BUG */
	over = 1;
	pthread_cond_broadcast(&change);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
