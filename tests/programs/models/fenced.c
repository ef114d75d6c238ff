/* SPDX-License-Identifier: MIT */
/* fenced: --fence, with which others see the stores of a line at once
 *
 * Store buffering: x=1; a=y | y=1; b=x.  By sc not both read 0, so there are 3
 * traces; by tso 4, and with one side fenced 4, too, as the other side's store
 * may still be late.  With both it is that of sc.
 *
 * PLAIN  the same with plain accesses: they race, so the stores are points, and
 *        the last round has the traces of the others
 * OLDER  z=1; x=1; a=y | y=1 (seq_cst); b=z; c=x.  Buffers are left in order:
 *        fenced, x=1 waits for z=1.  By sc a=0 comes with b=c=1 alone, a=1 with
 *        all four: 5 traces; by tso a=0 with all four as well: 8
 * CALL   one function stores for both sides, and its line is what counts
 *
 * native: prints anything
 *
 * check: --exhaustive --model tso
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 * silent: a fence
 *
 * check: --exhaustive --model tso --fence fenced.c:142
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 * says: verified with a fence after fenced.c:142: no bug in all 4 traces
 * scope: fenced
 *
 * check: --exhaustive --model tso --fence fenced.c:142 --fence fenced.c:149
 * verdict: verified
 * executions: 3
 * states: 01 10 11
 * says: verified with fences after fenced.c:142, fenced.c:149: no bug in all 3
 * scope: fenced
 *
 * check: --exhaustive --reduce none --model tso --fence fenced.c:142
 * and: --fence models/fenced.c:149
 * verdict: verified
 * states: 01 10 11
 *
 * check: --model tso --strategy random --max-executions 200
 * and: --fence fenced.c:142 --fence fenced.c:149
 * verdict: partial
 * exit: 0
 * states: 01 10 11
 * says: ; with fences after fenced.c:142, fenced.c:149
 *
 * check: --exhaustive --model tso
 * flags: -DPLAIN
 * verdict: verified
 * last_round: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso --fence fenced.c:142 --fence fenced.c:149
 * flags: -DPLAIN
 * verdict: verified
 * last_round: 3
 * states: 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DOLDER
 * verdict: verified
 * executions: 8
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso --fence fenced.c:127
 * flags: -DOLDER
 * verdict: verified
 * executions: 5
 * states: 01 10 11
 *
 * check: --exhaustive --model tso --fence fenced.c:127
 * flags: -DOLDER -DPLAIN
 * verdict: verified
 * last_round: 5
 * states: 01 10 11
 *
 * check: --exhaustive --model tso --fence fenced.c:114
 * flags: -DCALL
 * verdict: verified
 * executions: 3
 * states: 01 10 11
 *
 * check: --exhaustive --model tso --fence fenced.c:114
 * flags: -DCALL -DASSERT
 * verdict: verified
 *
 * check: --exhaustive --model tso --fence fenced.c:142
 * flags: -DASSERT
 * verdict: bug assertion
 * replays: 1
 * says: (fenced.c:142) [SC360]
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#ifdef PLAIN
static int x, y __attribute__((unused));
#define STORE(p) (*(p) = 1)
#define LOAD(p) (*(p))
#else
static atomic_int x, y __attribute__((unused));
#define STORE(p) atomic_store_explicit(p, 1, memory_order_relaxed)
#define LOAD(p) atomic_load_explicit(p, memory_order_relaxed)
#endif
static int a, b;

#ifdef CALL
static __attribute__((noinline)) void set(atomic_int *p)
{
	STORE(p); /* SET */
}
#else
#define set STORE
#endif

#ifdef OLDER
static atomic_int z, flag;
static volatile int c; /* or nobody would read x */

static void *left(void *unused)
{
	atomic_store_explicit(&z, 1, memory_order_relaxed);
	set(&x); /* OLD */
	a = atomic_load_explicit(&flag, memory_order_relaxed);
	return unused;
}

static void *right(void *unused)
{
	atomic_store(&flag, 1);
	b = atomic_load_explicit(&z, memory_order_relaxed);
	c = LOAD(&x);
	return unused;
}
#else
static void *left(void *unused)
{
	set(&x); /* X */
	a = LOAD(&y);
	return unused;
}

static void *right(void *unused)
{
	set(&y); /* Y */
	b = LOAD(&x);
	return unused;
}
#endif

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, left, NULL);
	pthread_create(&two, NULL, right, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
#ifdef ASSERT
	assert(a || b);
#endif
	printf("%d%d\n", a, b);
}
