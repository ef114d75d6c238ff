/* SPDX-License-Identifier: MIT */
/* stop_overwritten - a worker that begins clears the flag by which it was told
 * to stop
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool stop;
static int calls;
static sem_t go;

static void set_stop(bool how)
{
	pthread_mutex_lock(&lock);
	calls++;
	stop = how; /* decisive: first, second */
	pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
	set_stop(false);
	sem_wait(&go);
	pthread_mutex_lock(&lock);
	assert(stop);
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t;

	sem_init(&go, 0, 0);
	pthread_create(&t, NULL, work, NULL);
	set_stop(true);
	sem_post(&go);
	pthread_join(t, NULL);
	return 0;
}
