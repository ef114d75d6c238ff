/* SPDX-License-Identifier: MIT */
/* idle_stale: a turn goes by what was read before its wait.  Main sets x when
 * the other thread has waited four seconds already, or not; that one leaves
 * behind the wait that it begins then, before main looks, or later: all four.
 * (The turn that ends with that wait has changed nothing, and what it read
 * still stands; but the one before had read something else.)
 *
 * states: late=0,left=0 late=0,left=1 late=1,left=0 late=1,left=1
 * native: prints anything
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive --turns all
 * verdict: verified
 */
#include "test.h"

#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int x;
static atomic_int left;

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
		t = now();
		t.tv_sec++;
		t.tv_nsec = 0;
		pthread_cond_timedwait(&never, &m, &t);
		pthread_mutex_unlock(&m);
	} while (!seen);
	atomic_store(&left, 1);
	return unused;
}

int main(void)
{
	time_t from = now().tv_sec;
	pthread_t t = start(waits, NULL);
	int late, gone;

	pthread_mutex_lock(&m);
	x = 1;
	late = now().tv_sec >= from + 4;
	pthread_mutex_unlock(&m);
	gone = atomic_load(&left);
	finish(t);
	printf("late=%d,left=%d\n", late, gone);
	return 0;
}
