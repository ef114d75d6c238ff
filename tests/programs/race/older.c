/* SPDX-License-Identifier: MIT */
/* older: accesses that others pushed aside still race
 *
 * Relaxed atomics make the order of the six writes the same in every execution
 * and order nothing: the final read of all bytes races with all of them,
 * however many came between, also with the early writes of T1 and T2, which
 * later ones of the same threads replaced.  Writes race with none: each byte is
 * one thread's.
 *
 * check: --strategy random --max-executions 20
 * verdict: partial
 * holes: sampled
 * pair: write A, read F, one
 * pair: write B, read F, one
 * pair: write C, read F, one
 * pair: write D, read F, one
 * pair: write E, read F, one
 * pair: write G, read F, one
 * exit: 0
 *
 * Before any point is known the later ones stand for the early ones.
 *
 * check: --strategy random --max-executions 1
 * verdict: partial
 * holes: sampled
 * pair: write B, read F, one
 * pair: write D, read F, one
 * pair: write E, read F, one
 * pair: write G, read F, one
 * exit: 0
 */
#include "test.h"

static volatile union {
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
	u.byte[1] = 1, next(2); /* A */
	wait_for(5);
	u.byte[1] = 11, next(6); /* B */
	return NULL;
}

static void *second(void *unused)
{
	wait_for(2);
	u.byte[2] = 2, next(3); /* C */
	wait_for(4);
	u.byte[2] = 22, next(5); /* D */
	return NULL;
}

static void *third(void *unused)
{
	u.byte[4] = 4, next(1); /* E */
	wait_for(3);
	u.byte[3] = 3, next(4); /* G */
	return NULL;
}

int main(void)
{
	pthread_t a = start(first, NULL), b = start(second, NULL),
		  c = start(third, NULL);

	wait_for(6);
	assert(u.whole == 0x403160b00); /* F */
	finish(a);
	finish(b);
	finish(c);
	return 0;
}
