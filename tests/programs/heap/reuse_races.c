/* SPDX-License-Identifier: MIT */
/* reuse_races: a race with the present life of a block, and one with the life
 * that was before it
 *
 * T1 writes to a block before anybody else does anything, and T2 frees it, gets
 * it again and writes to it.  Nothing orders the two threads.  The write and
 * the free race; the two writes do so only because the allocator handed the
 * block out again.
 *
 * check: --strategy dfs --heap=reuse --points sync
 * verdict: partial
 * holes: points_left_out
 * pair: write W, free F, one
 * pair: write W, write A, recycled
 * pair: write W, free F2, recycled
 * exit: 0
 *
 * The former is a bug if races are to be, the others are not.
 *
 * check: --strategy dfs --heap=reuse --points sync --races=error
 * verdict: bug data_race
 * bugs: 1
 *
 * The allocator has other memory first.
 *
 * check: --strategy dfs --max-executions 1 --heap=reuse --points sync
 * verdict: partial
 * holes: budget points_left_out
 * pair: write W, free F, one
 * exit: 4
 *
 * Without --points sync the write of T1 may come later as well: a use of a
 * freed block, or of T2's, where it races with what T2 does there in this life.
 *
 * check: --exhaustive --heap=reuse --stop-after 0
 * verdict: bug use_after_free
 * pair: write W, free F, one
 * pair: write W, write A, both
 * pair: write W, free F2, one
 */
#include "test.h"

static void *writes(void *block)
{
	*(volatile int *)block = 1; /* W */
	return NULL;
}

static void *recycles(void *block)
{
	volatile int *again;

	free(block); /* F */
	again = malloc(16);
	*again = 2;	     /* A */
	free((void *)again); /* F2 */
	return NULL;
}

int main(void)
{
	void *block = malloc(16);
	pthread_t t = start(writes, block), u = start(recycles, block);

	finish(t);
	finish(u);
	return 0;
}
