/* SPDX-License-Identifier: MIT */
/* clock: what the clock says decides how many operations there are
 *
 * The clock is virtual, so this is deterministic, and nothing to complain of.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int x;

static void *work(void *unused)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	for (long i = 0; i <= t.tv_nsec % 2; i++)
		atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	atomic_fetch_add(&x, 1);
	pthread_join(t, NULL);
	return 0;
}
