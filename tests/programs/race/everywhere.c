/* SPDX-License-Identifier: MIT */
/* everywhere: with --points everywhere plain accesses are decision points
 * though none of them races, but for those to a thread's own memory
 *
 * Each thread reads and writes a variable of its own that is not on its stack,
 * two points; main joins the first when that has ended.  So the join is the
 * third of three steps among which the two of the second thread lie: C(5,2) =
 * 10 interleavings.  By the thread of each step (J: the join):
 *
 *   no preemption    11J22 1122J 2211J
 *   one              112J2 1221J 211J2 2112J
 *   two              121J2 1212J 2121J
 *
 * All are one trace; and without these points there is one interleaving.
 *
 * check: --points everywhere --exhaustive --reduce none
 * verdict: verified
 * executions: 10
 * check: --points everywhere --exhaustive
 * verdict: verified
 * executions: 1
 * check: --points everywhere --exhaustive --reduce source
 * verdict: verified
 * executions: 1
 * check: --points everywhere --strategy ipb
 * verdict: verified
 * executions: 10
 * bounds: 2 3 0
 * check: --points everywhere --strategy dfs --cache hbr
 * verdict: verified
 * check: --points everywhere --strategy random --max-executions 100
 * verdict: partial
 * exit: 0
 * holes: sampled
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 1
 * races: none
 * states: 1,1
 */
#include "test.h"

static int a, b;
static _Thread_local int mine;

static void *work(void *shared)
{
	volatile int here = 0;
	int *p = shared;

	here++;
	mine++;
	(*p)++;
	mine += here;
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, &a), u = start(work, &b);

	finish(t);
	finish(u);
	printf("%d,%d\n", a, b);
	return 0;
}
