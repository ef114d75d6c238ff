/* SPDX-License-Identifier: MIT */
/* fresh_unannounced: new memory reads as zero, although a store that nobody
 * announced (as a library makes them) was made there in the execution before
 *
 * holes: unannounced
 *
 * check: --exhaustive
 * flags: -DBYTES=40
 * verdict: verified
 * native: sc
 * states: 0,0
 *
 * check: --exhaustive
 * flags: -DBYTES=(3<<20)
 * verdict: verified
 * native: sc
 * states: 0,0
 */
#include "test.h"

static atomic_int x;

static int dirty(volatile char *p)
{
	int seen = p[0] | p[BYTES / 2] | p[BYTES - 1];

	__asm__ volatile("movb $7, (%0); movb $7, (%1); movb $7, (%2)"
			 :
			 : "r"(p), "r"(p + BYTES / 2), "r"(p + BYTES - 1)
			 : "memory");
	return seen;
}

static void *work(void *unused)
{
	atomic_fetch_add(&x, 1);
	return (void *)(intptr_t)dirty(malloc(BYTES));
}

int main(void)
{
	pthread_t t = start(work, NULL);
	int mine;

	atomic_fetch_add(&x, 1);
	mine = dirty(calloc(1, BYTES));
	printf("%d,%d\n", mine, (int)(intptr_t)finish(t));
	return 0;
}
