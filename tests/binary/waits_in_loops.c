/* SPDX-License-Identifier: MIT */
/* waits_in_loops.c - threads that look again and again, by sleeping, yielding,
 * and waiting with a timeout: nobody sees what they look at
 *
 * With the argument `never` nobody sets what the last of them looks at.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int stage;
static int plain;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *sets(void *unused)
{
	atomic_store(&stage, 1);
	while (atomic_load(&stage) != 2)
		usleep(100);
	pthread_mutex_lock(&lock);
	plain = 1;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(int argc, char **argv)
{
	struct timespec until = {0, 0};
	pthread_t t;

	pthread_create(&t, NULL, sets, NULL);
	while (!atomic_load(&stage))
		sched_yield();
	atomic_store(&stage, 2);
	pthread_mutex_lock(&lock);
	while (!plain || argc > 1)
		pthread_cond_timedwait(&changed, &lock, &until);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
