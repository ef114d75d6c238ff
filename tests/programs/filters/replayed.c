/* SPDX-License-Identifier: MIT */
/* replayed: a schedule that was found under directives goes by them when it is
 * made again, and the noise has no points in either
 *
 * check: --strategy dfs --without noise
 * verdict: bug assertion
 * replays: 1
 * races: some
 * check: --trust noise --reduce optimal
 * verdict: bug assertion
 * replays: 1
 * races: some
 */
#include "test.h"

static atomic_int noisy;
static int n;

static __attribute__((noinline)) void noise(void)
{
	atomic_fetch_add_explicit(&noisy, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&noisy, 2, memory_order_relaxed);
}

static void *work(void *unused)
{
	noise();
	n++;
	noise();
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL), u = start(work, NULL);

	finish(t);
	finish(u);
	assert(n == 2); /* BUG */
	return 0;
}
