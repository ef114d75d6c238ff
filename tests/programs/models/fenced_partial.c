/* SPDX-License-Identifier: MIT */
/* fenced_partial: --fence, where stores overtake each other
 *
 * x=1; y=1 | b=y; a=x.  By pso y may be seen first: 4 traces, one for each a
 * and b.  A fence behind x=1 keeps the stores in order, so b=1 a=0 goes; one
 * behind y=1 comes too late, and changes nothing.  (Were y=1 sequentially
 * consistent, it would wait for x=1.)
 *
 * PLAIN  the same with plain accesses: they race, so the stores are points
 * THIRD  z=1; x=1; y=1 | b=y; a=z: a fence behind either of the first two does
 *        it
 * BOTH   x=1; c=y | y=1; b=x: store buffering by fences behind both stores, 3
 *        traces
 *
 * native: prints anything
 *
 * check: --exhaustive --model pso
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model pso --fence fenced_partial.c:93
 * verdict: verified
 * executions: 3
 * states: 00 10 11
 * says: verified with a fence after fenced_partial.c:93: no bug in all 3 traces
 *
 * check: --exhaustive --model pso --fence fenced_partial.c:95
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --reduce none --model pso --fence fenced_partial.c:93
 * verdict: verified
 * states: 00 10 11
 *
 * check: --exhaustive --model pso --fence fenced_partial.c:93
 * flags: -DPLAIN
 * verdict: verified
 * last_round: 3
 * states: 00 10 11
 *
 * check: --exhaustive --model pso --fence fenced_partial.c:95
 * flags: -DPLAIN
 * verdict: verified
 * last_round: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model pso --fence fenced_partial.c:91
 * flags: -DTHIRD
 * verdict: verified
 * states: 00 10 11
 *
 * check: --exhaustive --model pso --fence fenced_partial.c:93
 * flags: -DTHIRD
 * verdict: verified
 * states: 00 10 11
 *
 * check: --exhaustive --model pso --fence fenced_partial.c:93
 * and: --fence fenced_partial.c:105
 * flags: -DBOTH
 * verdict: verified
 * executions: 3
 * states: 01 10 11
 */
#include <pthread.h>
#include <stdio.h>

#ifdef PLAIN
#define STORE(p) (*(p) = 1)
#define LOAD(p) (*(p))
#else
#define STORE(p) __atomic_store_n(p, 1, __ATOMIC_RELAXED)
#define LOAD(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#endif

/* a place each */
_Alignas(8) static volatile int x; /* kept, though nobody may read it */
_Alignas(8) static int y;
_Alignas(8) static int z __attribute__((unused));
static int a, b;
#ifdef THIRD
#define FIRST z
#else
#define FIRST x
#endif

static void *stores(void *unused)
{
#ifdef THIRD
	STORE(&z);
#endif
	STORE(&x);
#ifndef BOTH
	STORE(&y);
#else
	a = LOAD(&y);
#endif
	return unused;
}

static void *reads(void *unused)
{
#ifdef BOTH
	STORE(&y);
	b = LOAD(&x);
#else
	b = LOAD(&y);
	a = LOAD(&FIRST);
#endif
	return unused;
}

int main(void)
{
	pthread_t s, t;

	pthread_create(&s, NULL, stores, NULL);
	pthread_create(&t, NULL, reads, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	printf("%d%d\n", a, b);
	return 0;
}
