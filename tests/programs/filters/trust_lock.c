/* SPDX-License-Identifier: MIT */
/* trust_lock: the operations of a trusted lock are no decision points, but they
 * order what the lock guards, and who waits for it gives way
 *
 * Each thread gives way while it holds the lock, so that is its one point.  The
 * second one waits for the lock when it is created.  When the first one has
 * ended, main's first join and the second thread have to be put into order. The
 * join comes before that thread goes on, before it passes its own point, or
 * when it has ended, which makes 3 executions.
 *
 * check: --strategy dfs --trust lock --trust unlock
 * verdict: partial
 * holes: trusted
 * exit: 0
 * executions: 3
 * states: n=2
 * races: none
 * native: sc
 */
#include "test.h"

#include <sched.h>

static atomic_int held;
static int n;

static __attribute__((noinline)) void lock(void)
{
	while (atomic_exchange(&held, 1))
		;
}

static __attribute__((noinline)) void unlock(void)
{
	atomic_store(&held, 0);
}

static void *work(void *unused)
{
	lock();
	sched_yield();
	n++;
	unlock();
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL), u = start(work, NULL);

	finish(t);
	finish(u);
	printf("n=%d\n", n);
	return 0;
}
