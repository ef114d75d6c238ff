/* SPDX-License-Identifier: MIT */
/* latch: a waker that does not set a latch that is set (PostgreSQL, 2011)
 *
 * Dabdoub, "Dynamic verification of lock-free algorithms under TSO" (2013),
 * figures 4-2 and 4-3.  The latch is still set from an earlier time.  The
 * waiter resets it and looks for work; the waker stores work, and sets the
 * latch unless it finds it set.  If the waiter saw no work and the latch is not
 * set then, the wake-up is lost.  (Resetting is an exchange: with a plain store
 * there it is wrong in the same way.)
 *
 * With r what the waker finds in the latch and d what the waiter finds in work:
 * by sc r=1 comes with d=1 alone, r=0 with both: 3 traces; by tso r=1 d=0, too.
 *
 * FENCE   a fence between: 3 traces
 * ALWAYS  the latch is stored whatever it was: stores leave the buffer in
 * order. The exchange is before or after it, and d=0 or 1, but for the exchange
 *         after it with d=0: 3
 * LOCK    work is read and written under a lock: 3, as who has it first is
 *         known from d
 *
 * native: prints anything
 * native: exits -6
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 3
 *
 * check: --exhaustive --model tso
 * verdict: bug assertion
 * replays: 1
 * says: In this order it is right under sc and wrong under tso: T1
 *
 * check: --exhaustive --model tso --fence latch.c:88
 * verdict: verified
 * executions: 3
 *
 * check: --exhaustive --model tso --stop-after 0 --fence latch.c:82
 * verdict: bug assertion
 * executions: 4
 * failed: 1
 *
 * check: --exhaustive --model tso
 * flags: -DFENCE
 * verdict: verified
 * executions: 3
 *
 * check: --exhaustive --model tso
 * flags: -DALWAYS
 * verdict: verified
 * executions: 3
 *
 * check: --exhaustive --model tso
 * flags: -DLOCK
 * verdict: verified
 * executions: 3
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef LOCK
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define TAKE() pthread_mutex_lock(&lock)
#define GIVE() pthread_mutex_unlock(&lock)
#else
#define TAKE()
#define GIVE()
#endif

static atomic_int work, latch = 1;
static int done;

static void set_latch(void)
{
#ifdef FENCE
	atomic_thread_fence(memory_order_seq_cst);
#endif
#ifndef ALWAYS
	if (atomic_load_explicit(&latch, memory_order_relaxed))
		return;
#endif
	atomic_store_explicit(&latch, 1, memory_order_relaxed); /* LATCH */
}

static void *waker(void *unused)
{
	TAKE();
	atomic_store_explicit(&work, 1, memory_order_relaxed); /* WORK */
	GIVE();
	set_latch();
	return unused;
}

static void *waiter(void *unused)
{
	atomic_exchange(&latch, 0);
	TAKE();
	done = atomic_load_explicit(&work, memory_order_relaxed);
	GIVE();
	return unused;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, waker, NULL);
	pthread_create(&two, NULL, waiter, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	assert(done || atomic_load(&latch));
}
