/* SPDX-License-Identifier: MIT */
/* others_tls: a store that nobody announced, into a thread-local variable of
 * another thread
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
 * says: thread-local storage of thread T0
 * says: starting again in fork mode
 *
 * check: --exhaustive --reduce none
 * modes: restart fork
 * verdict: verified
 * executions: 3
 * states: 0
 */
#include "into.h"

static __thread int mine;

int main(void)
{
	mine = 0;
	return stores_into(&mine);
}
