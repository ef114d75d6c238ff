/* SPDX-License-Identifier: MIT */
/* reuse_orders: the free of a block happens before the allocation that gets it
 * again, and before no other (C11 7.22.3)
 *
 * T1 writes the block and frees it, T2 writes what it gets: no race, whether
 * that is the same block.  Points: T1 free; T2 malloc; main waits for T1, then
 * T2. malloc before the free, between it and main's first join, or behind that:
 * 1 + 2 + 2.
 *
 * check: --exhaustive --reduce none --heap=reuse
 * flags: -DWRITE=got
 * verdict: verified
 * races: none
 * executions: 5
 *
 * What T1 wrote elsewhere before the free is ordered by reuse alone: T2, which
 * looks without the block in its hand, races.
 *
 * check: --exhaustive --reduce none --heap=reuse
 * flags: -DWRITE=(got==block?other:unshared)
 * verdict: verified
 * races: none
 * executions: 5
 *
 * check: --exhaustive --heap=reuse
 * flags: -DWRITE=(got!=block?other:unshared)
 * verdict: verified
 * races: some
 *
 * That race is there as well where T2 looks first.  This one only where T2
 * allocates after the free, as a relaxed flag says, which orders nothing.
 *
 * check: --exhaustive --heap=reuse
 * flags: -DWRITE=(given&&got!=block?other:unshared) -DNOTED
 * verdict: verified
 * races: some
 */
#include "test.h"

#ifdef NOTED
static atomic_int noted;
#define NOTE() atomic_store_explicit(&noted, 1, memory_order_relaxed)
#define GIVEN() atomic_load_explicit(&noted, memory_order_relaxed)
#else
#define NOTE() ((void)0)
#define GIVEN() 0
#endif

static char *volatile block;
volatile char other[8];
volatile char unshared[8];

static void *give(void *unused)
{
	*(volatile char *)block = 1;
	other[0] = 1;
	free(block);
	NOTE();
	return NULL;
}

static void *take(void *unused)
{
	int given = GIVEN();
	volatile char *got = malloc(8);

	(void)given;
	WRITE[0] = 2;
	return (void *)got;
}

int main(void)
{
	pthread_t a, b;

	block = malloc(8);
	a = start(give, NULL);
	b = start(take, NULL);
	finish(a);
	free(finish(b));
	return 0;
}
