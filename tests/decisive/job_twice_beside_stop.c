/* SPDX-License-Identifier: MIT */
/* job_twice_beside_stop - two workers take the same job: each looks which one
 * is next in one critical section, and says that it is gone in another
 *
 * Both look at a stop flag on their way, which main sets.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next, made[4];
static bool stop;

static bool is_over(void)
{
	bool over;

	pthread_mutex_lock(&lock);
	over = stop;
	pthread_mutex_unlock(&lock);
	return over;
}

static void *work(void *unused)
{
	int job, times;

	if (is_over())
		return unused;
	pthread_mutex_lock(&lock);
	job = next; /* decisive: first */
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	next = job + 1; /* decisive: second */
	times = ++made[job];
	if (stop)
		times--;
	pthread_mutex_unlock(&lock);
	assert(times <= 1);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_mutex_lock(&lock);
	stop = made[0] > 0;
	pthread_mutex_unlock(&lock);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
