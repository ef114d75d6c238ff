/* SPDX-License-Identifier: MIT */
/* wide: atomic operations of 16 bytes, by the compilers' builtins
 *
 * Two threads each add 2^64 + 1 to both halves and exchange or compare: no
 * update is lost, no half is seen without the other, there is no race.
 * `seen` is what a load of the first thread's later half may find: the other
 * has added or not.  Three operations in a thread that is joined first, and its
 * join, two in the other: 6! / (4! 2!) = 15; then a store and a load in either
 * order, so 30.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * races: none
 * states: 2,2,seen=1 2,2,seen=2
 * executions: 30
 *
 * check: --exhaustive --reduce none
 * flags: -mcx16 -latomic
 * verdict: verified
 * races: none
 * states: 2,2,seen=1 2,2,seen=2
 * executions: 30
 * native: sc
 */
#include "test.h"

typedef unsigned __int128 wide;
#define BOTH ((wide)1 << 64 | 1)

static wide value __attribute__((aligned(16)));
static wide other __attribute__((aligned(16)));
static wide plain;

static void *first(void *unused)
{
	wide now;

	__atomic_fetch_add(&value, BOTH, __ATOMIC_SEQ_CST);
	__atomic_fetch_or(&other, (wide)1 << 127, __ATOMIC_SEQ_CST);
	now = __atomic_load_n(&value, __ATOMIC_SEQ_CST);
	assert((uint64_t)now == (uint64_t)(now >> 64));
	return (void *)(uintptr_t)now;
}

static void *second(void *unused)
{
	__atomic_fetch_add(&value, BOTH, __ATOMIC_SEQ_CST);
	__atomic_fetch_or(&other, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

/* Everything once, one after another: values, not schedules. */
static void values(void)
{
	wide x __attribute__((aligned(16))) = 5, expected = 4;

	assert(!__atomic_compare_exchange_n(&x, &expected, 9, false, 5, 5));
	assert(expected == 5);
	assert(__atomic_compare_exchange_n(&x, &expected, BOTH, false, 5, 5));
	assert(__atomic_exchange_n(&x, 12, 5) == BOTH);
	assert(__atomic_fetch_sub(&x, 13, 5) == 12 && x == (wide)-1);
	assert(__atomic_fetch_and(&x, BOTH, 5) == (wide)-1 && x == BOTH);
	assert(__atomic_fetch_xor(&x, 3, 5) == BOTH && x == (BOTH ^ 3));
	assert(__atomic_fetch_nand(&x, 3, 5) == (BOTH ^ 3) && x == ~(wide)2);
	__atomic_store_n(&x, (wide)7 << 100, __ATOMIC_RELEASE);
	assert(__atomic_add_fetch(&x, 1, 5) == ((wide)7 << 100 | 1));
	assert(__sync_val_compare_and_swap(&x, (wide)7 << 100 | 1, 3) ==
		((wide)7 << 100 | 1));
	assert(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 3);
}

/* A released store publishes plain data: no race. */
static void *publish(void *unused)
{
	plain = 1;
	__atomic_store_n(&other, BOTH, __ATOMIC_RELEASE);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	int seen;
	wide w;

	values();
	a = start(first, NULL);
	b = start(second, NULL);
	seen = (int)(uintptr_t)finish(a);
	finish(b);
	w = value;
	assert(other == ((wide)1 << 127 | 1));
	printf("%d,%d,seen=%d\n", (int)(w >> 64), (int)w, seen);
	a = start(publish, NULL);
	if (__atomic_load_n(&other, __ATOMIC_ACQUIRE) == BOTH)
		assert(plain == 1);
	finish(a);
	return 0;
}
