/* SPDX-License-Identifier: MIT */
/* older: accesses that others pushed aside still race
 *
 * Relaxed atomics make the order of the six writes the same in every execution
 * and order nothing: the final read of all bytes races with the last write of
 * each byte, however many came between.  The early writes of T1 and T2 were
 * replaced by later ones of the same threads and race with nobody: their bytes
 * are their own, and main reads after both.
 *
 * check: --strategy random --max-executions 20
 * verdict: partial
 * holes: sampled
 * says: 4 data races
 * says: T1 writes at older.c:44
 * says: T2 writes at older.c:53
 * says: T3 writes at older.c:59
 * says: T3 writes at older.c:61
 * exit: 0
 */
#include "test.h"

static union {
	uint64_t whole;
	char byte[8];
} u;
static atomic_int turn;

static void wait_for(int t)
{
	while (atomic_load_explicit(&turn, memory_order_relaxed) != t)
		;
}

static void next(int t)
{
	atomic_store_explicit(&turn, t, memory_order_relaxed);
}

static void *first(void *unused)
{
	wait_for(1);
	u.byte[1] = 1, next(2);
	wait_for(5);
	u.byte[1] = 11, next(6);
	return NULL;
}

static void *second(void *unused)
{
	wait_for(2);
	u.byte[2] = 2, next(3);
	wait_for(4);
	u.byte[2] = 22, next(5);
	return NULL;
}

static void *third(void *unused)
{
	u.byte[4] = 4, next(1);
	wait_for(3);
	u.byte[3] = 3, next(4);
	return NULL;
}

int main(void)
{
	pthread_t a = start(first, NULL), b = start(second, NULL),
		  c = start(third, NULL);

	wait_for(6);
	assert(u.whole == 0x403160b00);
	finish(a);
	finish(b);
	finish(c);
	return 0;
}
