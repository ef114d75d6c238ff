/* SPDX-License-Identifier: MIT */
/* halves: a load of two words, of which the thread's own buffer has one
 *
 * By hand: T2's upper word is still late when it reads the lower one, which T1
 * has stored; then T2's is seen, then T1's upper one, and main's lower one
 * last. One flush has part of what the load reads: with the optimal reduction
 * as without one that order is found.
 *
 * native: prints anything
 * native: exits 0 -6
 *
 * check: --exhaustive --model tso
 * verdict: bug assertion
 * replays: 1
 *
 * check: --exhaustive --reduce source --model tso
 * verdict: bug assertion
 *
 * check: --exhaustive --reduce none --model tso
 * verdict: bug assertion
 * modes: checkpoint
 *
 * Both words are of one place of eight bytes, so the same by pso.
 *
 * check: --exhaustive --model pso
 * verdict: bug assertion
 * replays: 1
 */
#include "test.h"

static union {
	unsigned long long all;
	unsigned half[2];
} x;
static unsigned long long first, second;

static void *one(void *unused)
{
	__atomic_store_n(&x.half[0], 1, __ATOMIC_RELEASE);
	__atomic_store_n(&x.half[1], 2, __ATOMIC_RELAXED);
	return unused;
}

static void *two(void *unused)
{
	__atomic_store_n(&x.half[1], 3, __ATOMIC_RELAXED);
	second = __atomic_load_n(&x.all, __ATOMIC_ACQUIRE);
	return unused;
}

int main(void)
{
	pthread_t a = start(one, NULL), b = start(two, NULL);

	first = __atomic_load_n(&x.all, __ATOMIC_ACQUIRE);
	__atomic_store_n(&x.half[0], 4, __ATOMIC_RELAXED);
	finish(a);
	finish(b);
	assert(first || second != 0x300000001 || x.all != 0x200000004);
	return 0;
}
