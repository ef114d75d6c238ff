/* SPDX-License-Identifier: MIT */
/* few_points: where a turn's accesses are no decision points it has begun
 * before others can do anything, so that leaving it out would leave out its
 * thread
 *
 * The waiting thread goes on when the flag is set, and fails then.
 *
 * check: --strategy dfs --reduce optimal --points lock
 * verdict: bug assertion
 *
 * check: --strategy dfs --reduce source --points unlock
 * verdict: bug assertion
 *
 * check: --strategy dfs --reduce optimal --without waits
 * verdict: bug assertion
 *
 * check: --exhaustive
 * verdict: bug assertion
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

static void waits(void)
{
	while (!atomic_load(&flag))
		;
}

static void *first(void *unused)
{
	waits();
	assert(!"it went on");
	return unused;
}

static void *second(void *unused)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	atomic_store(&flag, 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(first, NULL), u = start(second, NULL);

	finish(t);
	finish(u);
	return 0;
}
