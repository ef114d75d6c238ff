/* SPDX-License-Identifier: MIT */
/* second_turn_early - a reader waits for the number of a turn and takes what
 * is there; the writer says the number of the second before it has stored it
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int turn, datum, taken;

static void step(int *what, int to)
{
	pthread_mutex_lock(&lock);
	*what = to; /* decisive: first, third */
	pthread_cond_broadcast(&more);
	pthread_mutex_unlock(&lock);
}

static void *write_all(void *unused)
{
	step(&datum, 1);
	step(&turn, 1);
	step(&turn, 2);
	step(&datum, 2);
	return unused;
}

static void *read_all(void *unused)
{
	for (int i = 1; i <= 2; i++) {
		int got;

		pthread_mutex_lock(&lock);
		while (turn < i)
			pthread_cond_wait(&more, &lock);
		got = datum; /* decisive: second */
		taken++;
		pthread_mutex_unlock(&lock);
		assert(got >= i);
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, write_all, NULL);
	pthread_create(&b, NULL, read_all, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
