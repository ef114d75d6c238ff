/* SPDX-License-Identifier: MIT */
/* Far more rows than are shown: what decides, and what is waited for in the
 * end, is in the middle of two hundred exchanges between two threads.  With
 * -DDEADLOCK both take two locks. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER,
		       b = PTHREAD_MUTEX_INITIALIZER;
static sem_t ping, pong;
static int ball, hits;

static void exchanges(sem_t *mine, sem_t *other)
{
	for (int i = 0; i < 50; i++) {
		sem_wait(mine);
		ball++;
		sem_post(other);
	}
}

static void *one(void *arg)
{
	exchanges(&ping, &pong);
#ifdef DEADLOCK
	pthread_mutex_lock(&a); /* first */
#else
	hits++; /* torn */
#endif
	exchanges(&ping, &pong);
#ifdef DEADLOCK
	pthread_mutex_lock(&b);
#endif
	return arg;
}

static void *two(void *arg)
{
	exchanges(&pong, &ping);
#ifdef DEADLOCK
	pthread_mutex_lock(&b); /* second */
#else
	hits++;
#endif
	exchanges(&pong, &ping);
#ifdef DEADLOCK
	pthread_mutex_lock(&a);
#endif
	return arg;
}

int main(void)
{
	pthread_t t, u;

	sem_init(&ping, 0, 1);
	sem_init(&pong, 0, 0);
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(hits == 2);
}
