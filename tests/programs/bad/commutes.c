/* SPDX-License-Identifier: MIT */
/* Operations on one object that change it and commute (src/search/depend.def):
 * posts, arrivals of one round, readers, additions. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t units;
static atomic_int sum;
static pthread_barrier_t all;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *work(void *unused)
{
#if defined(POSTS)
	sem_post(&units);
#elif defined(ARRIVALS)
	pthread_barrier_wait(&all);
#elif defined(ADDITIONS)
	atomic_fetch_add_explicit(&sum, 1, memory_order_release);
#else
	pthread_rwlock_rdlock(&lock); /* and never unlocked */
#endif
	return unused;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&units, 0, 0);
	pthread_barrier_init(&all, 0, 2);
	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
