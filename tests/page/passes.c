/* passes: what passes from thread to thread, in one order
 *
 * main runs until it waits, and so does each thread that it began; the numbers
 * of page.py are by that.  It fails in every execution.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t meet;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static sem_t units;
static atomic_int flag;
static int there;

static void *first(void *unused)
{
	pthread_mutex_lock(&lock);
	while (!there)
		pthread_cond_wait(&ready, &lock);
	pthread_mutex_unlock(&lock);
	sem_wait(&units);
	pthread_rwlock_rdlock(&table);
	pthread_barrier_wait(&meet);
	pthread_rwlock_unlock(&table);
	return unused;
}

static void *second(void *unused)
{
	pthread_mutex_lock(&lock);
	there = 1;
	pthread_cond_signal(&ready);
	pthread_mutex_unlock(&lock);
	atomic_store(&flag, 7);
	sem_post(&units);
	pthread_rwlock_rdlock(&table);
	pthread_barrier_wait(&meet);
	pthread_rwlock_unlock(&table);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	int seen;

	sem_init(&units, 0, 0);
	pthread_barrier_init(&meet, NULL, 2);
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_rwlock_wrlock(&table);
	seen = atomic_load(&flag);
	assert(seen + atomic_load(&flag) != 14);
}
