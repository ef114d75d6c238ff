/* SPDX-License-Identifier: MIT */
/* total_beside_peak - a sum is read in one critical section and stored in
 * another one; a maximum beside it is kept as it should be
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total, peak;

static long get(void)
{
	long now;

	pthread_mutex_lock(&lock);
	now = total; /* decisive: first */
	pthread_mutex_unlock(&lock);
	return now;
}

static void put(long now, long amount)
{
	pthread_mutex_lock(&lock);
	total = now; /* decisive: second, third */
	if (amount > peak)
		peak = amount;
	pthread_mutex_unlock(&lock);
}

static void *add(void *amount)
{
	long by = (long)amount;

	put(get() + by, by);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	long sum, most;

	pthread_create(&a, NULL, add, (void *)3);
	pthread_create(&b, NULL, add, (void *)5);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_mutex_lock(&lock);
	sum = total;
	most = peak;
	pthread_mutex_unlock(&lock);
	assert(sum == 8 && most == 5);
	return 0;
}
