/* SPDX-License-Identifier: MIT */
/* idle_cond: a condition variable with a time limit made from now in each
 * turn, at the next whole second.  The other thread sets `done` before main
 * looks first (rc=-1), or while it waits for the k-th time: then the signal
 * ends the wait (rc=0), after k - 1 seconds, or the limit does, which came
 * before the signal (rc=110), after k.  Two and more are told as two: how many
 * waits are made depends on whether the compiler has copied the first turn.
 *
 * scope: fairness clock_stands clock_loops clock_waits
 * states: s=0,rc=-1 s=0,rc=0 s=1,rc=110 s=1,rc=0 s=2,rc=110 s=2,rc=0
 * native: prints anything
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive --turns all
 * verdict: verified
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 */
#include "test.h"

#include <sys/time.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done;

static void *work(void *unused)
{
	pthread_mutex_lock(&m);
	done = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return unused;
}

static int waits(void)
{
	int rc = -1;

	pthread_mutex_lock(&m);
	while (!done) {
		struct timeval now;
		struct timespec until;

		gettimeofday(&now, NULL);
		until.tv_sec = now.tv_sec + 1;
		until.tv_nsec = 0;
		rc = pthread_cond_timedwait(&c, &m, &until);
	}
	pthread_mutex_unlock(&m);
	return rc;
}

int main(void)
{
	struct timespec from, to;
	pthread_t t;
	int rc;

	clock_gettime(CLOCK_MONOTONIC, &from);
	pthread_create(&t, NULL, work, NULL);
	rc = waits();
	pthread_join(t, NULL);
	clock_gettime(CLOCK_MONOTONIC, &to);
	to.tv_sec -= from.tv_sec;
	printf("s=%d,rc=%d\n", to.tv_sec < 2 ? (int)to.tv_sec : 2, rc);
	return 0;
}
