/* SPDX-License-Identifier: MIT */
/* records: a queue from which others steal, which keeps a record of each
 * call
 *
 * The queue is right; what the threads write down of their calls is not: a
 * vector that all append to without a lock, so that a record is lost where
 * one is stopped between reading its length and storing it. With -DFIRST the
 * owner puts all in before it takes the first one out.
 *
 * check:
 * flags:
 * verdict: bug assertion
 * depth: 1
 * check:
 * flags: -DFIRST
 * verdict: bug assertion
 * depth: 1
 * check: --hunt --max-executions 2000
 * flags: -DRIGHT
 * verdict: partial
 * exit: 0
 * check: --hunt --max-executions 2000
 * flags: -DRIGHT -DFIRST
 * verdict: partial
 * exit: 0
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

enum {
	ITEMS = 2,
	STEALERS = 2,
	CALLS = 2 * ITEMS + STEALERS
};

static atomic_int lock;
static int head, tail, item[ITEMS], executed[ITEMS];
static int record[CALLS];
#ifdef RIGHT
static atomic_int records;
#else
static int records;
#endif

static void note(int what)
{
	int at = records++;

	record[at] = what;
}

static void enter(void)
{
	while (atomic_exchange(&lock, 1))
		sched_yield();
}

static void leave(void)
{
	atomic_store(&lock, 0);
}

static void put(int value)
{
	note(1);
	enter();
	item[tail++] = value;
	leave();
}

static void take(int from_tail)
{
	int got = -1;

	note(2);
	enter();
	if (head < tail)
		got = from_tail ? item[--tail] : item[head++];
	leave();
	if (got >= 0)
		executed[got]++;
}

static void *steal(void *unused)
{
	take(0);
	return unused;
}

int main(void)
{
	pthread_t t[STEALERS];

	for (int i = 0; i < STEALERS; i++)
		pthread_create(&t[i], NULL, steal, NULL);
#ifdef FIRST
	for (int i = 0; i < ITEMS; i++)
		put(i);
	for (int i = 0; i < ITEMS; i++)
		take(1);
#else
	for (int i = 0; i < ITEMS; i++) {
		put(i);
		take(1);
	}
#endif
	for (int i = 0; i < STEALERS; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < ITEMS; i++)
		assert(executed[i] <= 1);
	assert(records == CALLS); /* BUG */
	return 0;
}
