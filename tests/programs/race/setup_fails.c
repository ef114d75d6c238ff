/* setup_fails: a race that is held back is found all the same when it is a bug
 *
 * The initialiser starts a thread before it is done: where the thread reads
 * first, the assertion fails.  The largest state space stops before both, also
 * when it is the only one.  Nobody waits for an answer that does not come.
 *
 * time: 20
 * check:
 * verdict: bug assertion
 * bugs: 1
 * replays: 1
 *
 * check: --maximal
 * verdict: bug assertion
 * bugs: 1
 *
 * check: --races=error
 * verdict: bug assertion data_race
 * bugs: 2
 * replays: 1
 *
 * check: --initialiser pool_init --exhaustive
 * verdict: bug assertion
 * bugs: 1
 * replays: 1
 */
#include "test.h"

static struct pool {
	pthread_t thread;
	volatile int size;
} pool;

static void *work(void *unused)
{
	assert(pool.size == 4); /* BUG */
	return unused;
}

static __attribute__((noinline)) void pool_init(struct pool *p)
{
	p->thread = start(work, NULL);
	p->size = 4;
}

int main(void)
{
	pool_init(&pool);
	finish(pool.thread);
	return 0;
}
