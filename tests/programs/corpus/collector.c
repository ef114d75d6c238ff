/* SPDX-License-Identifier: MIT */
/* collector: an object that came while others were marked, used while they
 * are swept
 *
 * A model of a collector and a thread that enters an interpreter. The thread
 * looks in which phase the collector is, twice: an object that it registers
 * during the marking is not marked, and must not be used once the sweeping
 * has begun. The collector has to be stopped in the one phase, the thread
 * between its looks, and the collector again in the other one: three
 * preemptions.
 *
 * check:
 * verdict: bug assertion
 * depth: 3
 * check: --exhaustive
 * flags: -DRIGHT
 * verdict: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum {
	IDLE,
	MARKING,
	SWEEPING
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int phase;

static void hold(void)
{
#ifdef RIGHT
	pthread_mutex_lock(&m);
#endif
}

static void let_go(void)
{
#ifdef RIGHT
	pthread_mutex_unlock(&m);
#else
	(void)m;
#endif
}

static void *collect(void *unused)
{
	hold();
	phase = MARKING;
	phase = SWEEPING;
	phase = IDLE;
	let_go();
	return unused;
}

static void *enter(void *unused)
{
	int unmarked;

	hold();
	unmarked = phase == MARKING;
	if (unmarked)
		assert(phase != SWEEPING); /* BUG */
	let_go();
	return unused;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, collect, NULL);
	pthread_create(&t[1], NULL, enter, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
