/* SPDX-License-Identifier: MIT */
/* own_free: a thread gives memory back while its own store there is late
 *
 * T1 stores to a block, reads x, frees the block and reads y; T2 writes y.
 * Nobody looks at the block behind that, so whether the store is seen before it
 * is freed or never is the same: T1 reads y before or behind T2's write, 2
 * traces by each model, also where traces are told apart by all accesses
 * (--audit), of which freeing is one.
 *
 * BUFFERS  T1 stores to x before it frees the block, and T2 reads x
 *          behind its own store: store buffering, as to free is no fence; 3
 *          traces by sc and 4 by the others
 * FRAME    the block is a variable of a function that returns
 *
 * native: prints anything
 *
 * check: --exhaustive --audit --audit-executions 300
 * verdict: verified
 * executions: 2
 * states: 0 1
 *
 * check: --exhaustive --audit --audit-executions 300 --model tso
 * verdict: verified
 * executions: 2
 * states: 0 1
 *
 * check: --exhaustive --audit --audit-executions 300 --model pso
 * verdict: verified
 * executions: 2
 * states: 0 1
 *
 * check: --exhaustive --audit --audit-executions 300 --model tso
 * flags: -DFRAME
 * verdict: verified
 * executions: 2
 * states: 0 1
 *
 * check: --exhaustive --audit --audit-executions 300
 * flags: -DBUFFERS
 * verdict: verified
 * executions: 3
 * states: 01 10 11
 *
 * check: --exhaustive --audit --audit-executions 300 --model tso
 * flags: -DBUFFERS
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --audit --audit-executions 300 --model tso
 * flags: -DBUFFERS -DFRAME
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 */
#include "test.h"

#include <stdio.h>

#define get(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define put(p, value) __atomic_store_n(p, value, __ATOMIC_RELAXED)

_Alignas(8) static int x;
_Alignas(8) static int y;
_Alignas(8) static int *volatile block;
static int a, b __attribute__((unused));

static __attribute__((noinline)) void use(int *p)
{
	put(p, 1);
#ifdef BUFFERS
	put(&x, 1);
#else
	(void)get(&x); /* a point, before which the store may be seen */
#endif
}

#ifdef FRAME
static __attribute__((noinline)) void *one(void *unused)
{
	int here = 0;

	block = &here;
	use(&here);
	return unused;
}

static void *first(void *unused)
{
	one(unused);
	a = get(&y);
	return unused;
}
#else
static void *first(void *unused)
{
	use(block);
	free(block);
	a = get(&y);
	return unused;
}
#endif

static void *second(void *unused)
{
	put(&y, 1);
#ifdef BUFFERS
	b = get(&x);
#endif
	return unused;
}

int main(void)
{
	pthread_t t, u;

#ifndef FRAME
	block = calloc(1, sizeof *block);
#endif
	t = start(first, 0);
	u = start(second, 0);
	finish(t);
	finish(u);
#ifdef BUFFERS
	printf("%d%d\n", a, b);
#else
	printf("%d\n", a);
#endif
	return 0;
}
