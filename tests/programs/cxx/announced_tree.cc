/* SPDX-License-Identifier: MIT */
/* announced_tree: a tree that nothing but a relaxed flag keeps apart, so that
 * each access of the library's code to it is a decision point
 *
 * A call may come to one access twice, having changed nothing in between that
 * others see: it goes on all the same, since it remembers where it is.  The
 * threads take turns, and nobody spins but main, before its turn.
 *
 * check: --exhaustive
 * flags: -DROUNDS=3 -DKEYS=10 -DSTEP=2
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * flags: -DROUNDS=12 -DKEYS=10 -DSTEP=2
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * Beside a thread that never rests nobody asks whether the others really wait;
 * none is ever said to.
 *
 * check: --strategy random --seed 1 --max-executions 4
 * flags: -DROUNDS=3 -DKEYS=10 -DSTEP=2 -DTICKS
 * verdict: partial
 * holes: may_tear sampled
 * exit: 0
 * races: some
 * states: done
 * silent: spinning threads
 */
#include <atomic>
#include <cstdio>
#include <pthread.h>
#include <set>

static std::set<int> s;
static std::atomic<int> turn;
#ifdef TICKS
static std::atomic<unsigned> ticks;
#endif

static void work()
{
	for (int round = 0; round < ROUNDS; round++) {
		for (int k = 0; k < KEYS; k++)
			s.insert((k * 7) % KEYS);
		for (int k = 0; k < KEYS; k += STEP)
			s.erase(k);
	}
}

static void *first(void *unused)
{
	work();
	turn.store(1, std::memory_order_relaxed);
	return unused;
}

int main()
{
	pthread_t t;

	pthread_create(&t, 0, first, 0);
	while (!turn.load(std::memory_order_relaxed))
#ifdef TICKS
		ticks.fetch_add(1);
#else
		;
#endif
	work();
	pthread_join(t, 0);
#ifdef TICKS
	puts("done");
#endif
	return 0;
}
