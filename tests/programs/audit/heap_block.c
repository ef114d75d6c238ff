/* SPDX-License-Identifier: MIT */
/* heap_block: a store that nobody announced, into a block of the heap
 *
 * While checkpoints are kept it may stay when the search goes back; a restart
 * begins with others.  T1 and T2 add, main joins T1 and then T2: 3 orders, as
 * the last join is last in all.  T1 finds 0 there in each.
 *
 * holes: unannounced unseen_stores
 *
 * check: --exhaustive --reduce none
 * modes: checkpoint
 * fallback: fork
 * verdict: verified
 * executions: 3
 * states: 0
 * says: byte 4 of a heap block of 8 bytes that thread T0 allocated (
 * says: heap_block.c:
 * (heap_block.c: says: starting again in fork mode
 *
 * check: --exhaustive --reduce none
 * modes: restart fork
 * verdict: verified
 * executions: 3
 * states: 0
 */
#include "into.h"

int main(void)
{
	int *block = calloc(2, sizeof *block);

	return stores_into(block + 1);
}
