/* SPDX-License-Identifier: MIT */
/* timers: transitions that no thread makes are chosen between those of threads
 *
 * Each thread has a timer (src/native/tick.h).  Numbers: tests/oracle, also
 * those by preemptions, `tests/oracle/timers.py`: 28 with none, 28 with one, 49
 * with two.  There are two threads, so delays are the same.
 *
 * native: prints anything
 *
 * check: --exhaustive --reduce none
 * env: SCARP_TICKS=1
 * oracle: N=1
 * verdict: verified
 *
 * check: --exhaustive --reduce none
 * env: SCARP_TICKS=2
 * oracle: N=2
 * verdict: verified
 *
 * check: --exhaustive --audit --audit-executions 1000
 * env: SCARP_TICKS=2
 * flags: -DN=2
 * verdict: verified
 * says: : all right
 *
 * check: --exhaustive --reduce source
 * env: SCARP_TICKS=2
 * flags: -DN=2
 * verdict: verified
 * distinct: 25
 *
 * check: --exhaustive --reduce classic
 * env: SCARP_TICKS=2
 * flags: -DN=2
 * verdict: verified
 * distinct: 25
 *
 * check: --strategy ipb --bound 0
 * env: SCARP_TICKS=1
 * flags: -DN=1
 * verdict: partial
 * exit: 0
 * bounds: 0 28 0
 *
 * check: --strategy ipb
 * env: SCARP_TICKS=1
 * flags: -DN=1
 * verdict: verified
 * bounds: 2 49 0
 * executions: 105
 *
 * check: --strategy idb
 * env: SCARP_TICKS=1
 * flags: -DN=1
 * verdict: verified
 * bounds: 2 49 0
 * executions: 105
 *
 * check: --strategy dfs --cache hbr
 * env: SCARP_TICKS=2
 * flags: -DN=2
 * verdict: verified
 * distinct: 25
 *
 * check: --strategy pct --max-executions 500
 * env: SCARP_TICKS=1
 * flags: -DN=1
 * verdict: partial
 * exit: 0
 * distinct: 9
 */
#include "test.h"

static atomic_int x;

static int now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (int)(t.tv_sec - 946684800); /* where virtual time begins */
}

static void *thread(void *c)
{
	x = 1;
	*(int *)c = now();
	return NULL;
}

int main(void)
{
	int a, c = -1;
	pthread_t t = start(thread, &c);

	a = now();
	finish(t);
	atomic_thread_fence(memory_order_seq_cst);
	assert(now() >= 2 * N && x == 1);
	printf("a=%d,c=%d\n", a, c);
	return 0;
}
