/* SPDX-License-Identifier: MIT */
/* assembly_wide: cmpxchg16b touches two words, whatever the type of its operand
 *
 * Concurrency Kit loads and stores two words so, by an operand of one.  Main
 * writes the second word, which the operand does not name: before or behind,
 * two outcomes each, and nothing is left unannounced.  What is announced is a
 * read and then a write, so that main's write has three places.  The lock makes
 * them one access of 16 bytes, which does not tear; without it,
 * it may.
 *
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * flags: -mcx16
 * args: load
 * states: 0 1
 * last_round: 3
 *
 * check: --exhaustive
 * flags: -mcx16
 * args: swap
 * states: 0 1
 * last_round: 3
 *
 * check: --exhaustive
 * flags: -mcx16 -DLOCK=""
 * args: swap
 * states: 0 1
 * verdict: partial
 * holes: may_tear
 */
#include "test.h"

#include <stdint.h>

#ifndef LOCK
#define LOCK "lock "
#endif

static uint64_t __attribute__((aligned(16))) w[2];

/* "memory" says that the operand may be stored to. */
static uint64_t load(const uint64_t *at)
{
	uint64_t low, high;

	__asm__ __volatile__("movq %%rdx, %%rcx; movq %%rax, %%rbx; "
			     "lock cmpxchg16b %2"
			     : "=a"(low), "=d"(high)
			     : "m"(*at)
			     : "rbx", "rcx", "memory", "cc");
	return high;
}

/* {0, 0} becomes {0, 7}; returns what the second word was. */
static uint64_t swap(uint64_t *at)
{
	uint64_t low = 0, high = 0;

	__asm__ __volatile__(LOCK "cmpxchg16b %0"
			     : "+m"(*at), "+a"(low), "+d"(high)
			     : "b"((uint64_t)0), "c"((uint64_t)7)
			     : "memory", "cc");
	return high;
}

static void *loads(void *seen)
{
	*(uint64_t *)seen = load(w);
	return NULL;
}

static void *swaps(void *seen)
{
	*(uint64_t *)seen = swap(w);
	return NULL;
}

int main(int argc, char **argv)
{
	bool loading = argv[argc - 1][0] == 'l';
	uint64_t seen = 9;
	pthread_t t = start(loading ? loads : swaps, &seen);

	w[1] = 1;
	finish(t);
	printf("%d\n", (int)seen);
	return 0;
}
