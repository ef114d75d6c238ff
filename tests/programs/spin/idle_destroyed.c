/* SPDX-License-Identifier: MIT */
/* idle_destroyed: a lock that each turn takes and gives back is destroyed once
 * its thread has waited for four seconds, and main leaves at once: the next
 * turn uses it, if it comes before that.
 *
 * check: --exhaustive
 * verdict: bug bad_object
 * others: destroy_busy
 */
#include "test.h"

#include <semaphore.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t never;
static int x;

static struct timespec now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return t;
}

static void *waits(void *unused)
{
	int seen;

	do {
		struct timespec t;

		pthread_mutex_lock(&m);
		seen = x;
		pthread_mutex_unlock(&m);
		t = now();
		t.tv_sec++;
		t.tv_nsec = 0;
		sem_timedwait(&never, &t);
	} while (!seen);
	return unused;
}

int main(void)
{
	time_t from = now().tv_sec;

	sem_init(&never, 0, 0);
	(void)start(waits, NULL);
	if (now().tv_sec >= from + 4)
		pthread_mutex_destroy(&m);
	_exit(0);
}
