/* SPDX-License-Identifier: MIT */
/* gate: what waits at the end has to wait in some serial execution that has
 * made the same calls.  `pass` waits for `open`: alone it may, behind `open` it
 * never does.  With BROKEN it looks before it takes the lock, and misses the
 * wake-up: it waits at an open gate.
 *
 * check: --exhaustive --spec own
 * verdict: verified
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef BROKEN
#define BROKEN 0
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static atomic_int is_open;

static void pass(void)
{
	if (BROKEN) {
		if (atomic_load(&is_open))
			return;
		pthread_mutex_lock(&lock);
		pthread_cond_wait(&opened, &lock);
	} else {
		pthread_mutex_lock(&lock);
		while (!atomic_load(&is_open))
			pthread_cond_wait(&opened, &lock);
	}
	pthread_mutex_unlock(&lock);
}

static void open_it(void)
{
	pthread_mutex_lock(&lock);
	atomic_store(&is_open, 1);
	pthread_cond_signal(&opened);
	pthread_mutex_unlock(&lock);
}

static void *passenger(void *unused)
{
	SCARP_OPERATION(&is_open, "pass", pass(), (), SCARP_NOTHING);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, passenger, NULL);
	pthread_detach(t);
	SCARP_OPERATION(&is_open, "open", open_it(), (), SCARP_NOTHING);
	return 0;
}
