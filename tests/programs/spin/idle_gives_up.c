/* SPDX-License-Identifier: MIT */
/* idle_gives_up: a loop that waits for a second or two, in parts of 5 ms,
 * and looks whether they are over: it gives up, where main waits for that.
 *
 * check: --exhaustive
 * verdict: verified
 * scope: clock_waits
 */
#include "test.h"

#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int set;

static struct timespec in(long ms)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_sec += ms / 1000;
	t.tv_nsec += ms % 1000 * 1000000;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return t;
}

static void *waits(void *unused)
{
	struct timespec end = in(1000);

	pthread_mutex_lock(&m);
	while (!set) {
		struct timespec t = in(5);

		if (t.tv_sec > end.tv_sec)
			break;
		pthread_cond_timedwait(&c, &m, &t);
	}
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	finish(start(waits, NULL));
	return 0;
}
