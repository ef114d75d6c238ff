/* SPDX-License-Identifier: MIT */
/* while_waiting: who waits for a condition variable, or at a barrier, goes on
 * waiting while a handler runs, and may be woken meanwhile
 *
 * The handler makes operations of its own (a semaphore), which must not be
 * taken for those of the wait.
 *
 * check: --exhaustive --reduce none
 * flags: -DBODY=waits
 * verdict: verified
 * states: 0 1
 * native: prints 0 1
 *
 * check: --exhaustive
 * flags: -DBODY=arrives
 * verdict: verified
 * states: 0 1
 * native: prints 0 1
 */
#include "test.h"

#include <semaphore.h>
#include <signal.h>

static sem_t sem;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static bool ready, waiting;
static volatile int handled, late;

static void handle(int number)
{
	struct timespec past = {0, 0};

	handled = 1;
	sem_post(&sem);
	while (sem_timedwait(&sem, &past))
		;
}

static void *waits(void *unused)
{
	pthread_mutex_lock(&lock);
	waiting = true;
	if (!ready)
		assert(pthread_cond_wait(&cond, &lock) == 0);
	assert(ready);
	pthread_mutex_unlock(&lock);
	late = !handled;
	return NULL;
}

static void *arrives(void *unused)
{
	int rc = pthread_barrier_wait(&barrier);

	assert(rc == 0 || rc == PTHREAD_BARRIER_SERIAL_THREAD);
	late = !handled;
	return NULL;
}

int main(void)
{
	void *(*bodies[])(void *) = {waits, arrives};
	pthread_t t;

	sem_init(&sem, 0, 0);
	pthread_barrier_init(&barrier, NULL, 2);
	signal(SIGUSR1, handle);
	t = start(BODY, NULL);
	assert(pthread_kill(t, SIGUSR1) == 0);
	pthread_mutex_lock(&lock);
	ready = true;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&lock);
	if (BODY == bodies[1])
		arrives(NULL);
	finish(t);
	printf("%d\n", late != 0);
	return 0;
}
