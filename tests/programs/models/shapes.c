/* SPDX-License-Identifier: MIT */
/* shapes: the tests that papers on memory models share
 *
 * The numbers of executions are those of the ways to read and to write, as
 * counted by tests/oracle/models.py (WAYS), which knows nothing of scarp; the
 * lines are those that the shape allows, by hand: by tso a load may come before
 * an older store of its thread to another place, and nothing else.
 *
 * native: prints anything
 *
 * check: --exhaustive
 * flags: -DSB
 * verdict: verified
 * executions: 3
 * blocked: 0
 * states: 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DSB
 * verdict: verified
 * scope: posix_order
 * executions: 4
 * blocked: 0
 * states: 00 01 10 11
 *
 * check: --exhaustive --reduce source --model tso
 * flags: -DSB
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --reduce none --model tso
 * flags: -DSB
 * verdict: verified
 * states: 00 01 10 11
 * modes: checkpoint
 *
 * check: --exhaustive --model tso
 * flags: -DSB -DONE=seq_cst
 * verdict: verified
 * executions: 4
 * blocked: 0
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DSB -DONE=seq_cst -DOTHER=seq_cst
 * verdict: verified
 * executions: 3
 * blocked: 0
 * states: 01 10 11
 *
 * check: --exhaustive --reduce none --model tso
 * flags: -DSB -DONE=seq_cst -DOTHER=seq_cst
 * verdict: verified
 * states: 01 10 11
 * modes: checkpoint
 *
 * check: --exhaustive --reduce none --model tso
 * flags: -DSB -DSTORE=seq_cst
 * verdict: verified
 * states: 01 10 11
 * modes: checkpoint
 *
 * check: --exhaustive --model tso
 * flags: -DSB -DONE=acq_rel -DOTHER=acq_rel
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DSB -DSTORE=seq_cst
 * verdict: verified
 * executions: 3
 * blocked: 0
 * states: 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DSB -DSTORE=release -DLOAD=seq_cst
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DMP
 * verdict: verified
 * executions: 3
 * blocked: 0
 * states: 00 01 11
 *
 * check: --exhaustive
 * flags: -DR
 * verdict: verified
 * executions: 3
 * states: 1x1 0x1 1x2
 *
 * check: --exhaustive --model tso
 * flags: -DR
 * verdict: verified
 * executions: 4
 * blocked: 0
 * states: 1x1 0x1 1x2 0x2
 *
 * check: --exhaustive --model tso
 * flags: -DW22
 * verdict: verified
 * executions: 3
 * blocked: 0
 * states: 1x2 2x1 2x2
 *
 * check: --exhaustive --model tso
 * flags: -DLB
 * verdict: verified
 * executions: 3
 * blocked: 0
 * states: 00 01 10
 *
 * check: --exhaustive
 * flags: -DN6
 * verdict: verified
 * executions: 4
 *
 * check: --exhaustive --model tso
 * flags: -DN6
 * verdict: verified
 * executions: 5
 * blocked: 0
 *
 * check: --exhaustive --model tso
 * flags: -DOWN
 * verdict: verified
 * executions: 3
 * blocked: 0
 *
 * check: --exhaustive --model tso
 * flags: -DWRC
 * verdict: verified
 * executions: 7
 * blocked: 0
 *
 * check: --exhaustive --model tso
 * flags: -DIRIW
 * verdict: verified
 * executions: 15
 * blocked: 0
 *
 * By pso two stores of a thread may change places as well, unless the second
 * one is a release, or stands behind a release fence.
 *
 * check: --exhaustive --model pso
 * flags: -DSB
 * verdict: verified
 * executions: 4
 * blocked: 0
 * states: 00 01 10 11
 *
 * check: --exhaustive --model pso
 * flags: -DSB -DONE=seq_cst -DOTHER=seq_cst
 * verdict: verified
 * executions: 3
 * blocked: 0
 * states: 01 10 11
 *
 * check: --exhaustive --model pso
 * flags: -DMP
 * verdict: verified
 * executions: 4
 * blocked: 0
 * states: 00 01 10 11
 *
 * check: --exhaustive --reduce source --model pso
 * flags: -DMP
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --reduce none --model pso
 * flags: -DMP
 * verdict: verified
 * states: 00 01 10 11
 * modes: checkpoint
 *
 * check: --exhaustive --model pso
 * flags: -DMP -DSTORE=release
 * verdict: verified
 * executions: 3
 * blocked: 0
 * states: 00 01 11
 *
 * check: --exhaustive --reduce none --model pso
 * flags: -DMP -DSTORE=release
 * verdict: verified
 * states: 00 01 11
 * modes: checkpoint
 *
 * check: --exhaustive --model pso
 * flags: -DMP -DONE=release
 * verdict: verified
 * executions: 3
 * blocked: 0
 * states: 00 01 11
 *
 * check: --exhaustive --model pso
 * flags: -DMP -DONE=acquire
 * verdict: verified
 * executions: 4
 * blocked: 0
 * states: 00 01 10 11
 *
 * check: --exhaustive --model pso
 * flags: -DR
 * verdict: verified
 * executions: 4
 * blocked: 0
 * states: 1x1 0x1 1x2 0x2
 *
 * check: --exhaustive --model pso
 * flags: -DW22
 * verdict: verified
 * executions: 4
 * blocked: 0
 * states: 1x1 1x2 2x1 2x2
 *
 * check: --exhaustive --model pso
 * flags: -DLB
 * verdict: verified
 * executions: 3
 * blocked: 0
 * states: 00 01 10
 *
 * check: --exhaustive --model pso
 * flags: -DN6
 * verdict: verified
 * executions: 6
 * blocked: 0
 *
 * check: --exhaustive --model pso
 * flags: -DOWN
 * verdict: verified
 * executions: 3
 * blocked: 0
 *
 * check: --exhaustive --model pso
 * flags: -DWRC
 * verdict: verified
 * executions: 7
 * blocked: 0
 *
 * check: --exhaustive --model pso
 * flags: -DIRIW
 * verdict: verified
 * executions: 15
 * blocked: 0
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#ifndef STORE
#define STORE relaxed
#endif
#ifndef LOAD
#define LOAD relaxed
#endif
#define JOINED(a, b) a##b
#define ORDER(order) JOINED(memory_order_, order)
#define put(p, value) atomic_store_explicit(p, value, ORDER(STORE))
#define get(p) atomic_load_explicit(p, ORDER(LOAD))
#ifdef ONE
#define FENCE_ONE atomic_thread_fence(ORDER(ONE))
#else
#define FENCE_ONE (void)0
#endif
#ifdef OTHER
#define FENCE_OTHER atomic_thread_fence(ORDER(OTHER))
#else
#define FENCE_OTHER (void)0
#endif

static _Alignas(8) atomic_int x;
static _Alignas(8) atomic_int y;
static int a, b, c, d;

#if defined SB
#define T1 put(&x, 1), FENCE_ONE, a = get(&y)
#define T2 put(&y, 1), FENCE_OTHER, b = get(&x)
#define SHOW printf("%d%d\n", a, b)
#elif defined MP
#define T1 put(&x, 1), FENCE_ONE, put(&y, 1)
#define T2 a = get(&y), b = get(&x)
#define SHOW printf("%d%d\n", a, b)
#elif defined R
#define T1 put(&x, 1), put(&y, 1)
#define T2 put(&y, 2), b = get(&x)
#define SHOW printf("%dx%d\n", b, get(&y))
#elif defined W22
#define T1 put(&x, 1), put(&y, 2)
#define T2 put(&y, 1), put(&x, 2)
#define SHOW printf("%dx%d\n", get(&x), get(&y))
#elif defined LB
#define T1 a = get(&x), put(&y, 1)
#define T2 b = get(&y), put(&x, 1)
#define SHOW printf("%d%d\n", a, b)
#elif defined N6
#define T1 put(&x, 1), a = get(&x), b = get(&y)
#define T2 put(&y, 2), put(&x, 2)
#define SHOW printf("%d%d%d\n", a, b, get(&x))
#elif defined OWN
#define T1 put(&x, 1), a = get(&x)
#define T2 put(&x, 2)
#define SHOW printf("%d%d\n", a, get(&x))
#elif defined WRC
#define T1 put(&x, 1)
#define T2 a = get(&x), put(&y, 1)
#define T3 b = get(&y), c = get(&x)
#define SHOW printf("%d%d%d\n", a, b, c)
#elif defined IRIW
#define T1 put(&x, 1)
#define T2 put(&y, 1)
#define T3 a = get(&x), b = get(&y)
#define T4 c = get(&y), d = get(&x)
#define SHOW printf("%d%d%d%d\n", a, b, c, d)
#endif
#ifndef T3
#define T3 (void)0
#endif
#ifndef T4
#define T4 (void)0
#endif

static void *one(void *unused)
{
	T1;
	return unused;
}

static void *two(void *unused)
{
	T2;
	return unused;
}

static void *three(void *unused)
{
	T3;
	return unused;
}

static void *four(void *unused)
{
	T4;
	return unused;
}

int main(void)
{
	static void *(*const body[])(void *) = {one, two, three, four};
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, body[i], NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	(void)c;
	(void)d;
	SHOW;
}
