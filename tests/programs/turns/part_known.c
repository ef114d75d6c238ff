/* SPDX-License-Identifier: MIT */
/* part_known: a part of a local variable is known by its own address
 *
 * Only the address of s.looks is given away, and s.looks carries on from turn
 * to turn: three looks are made in vain, or T is seen to have set x at one of
 * them.  Each is a trace.
 *
 * check: --exhaustive --refine none --turns erased
 * verdict: verified
 * last_round: 4
 * blocked: 0
 * states: 1 2 3
 * native: sc
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -O0
 * verdict: verified
 * last_round: 4
 * blocked: 0
 * states: 1 2 3
 */
#include "test.h"

struct pair {
	int other, looks;
};

static atomic_int x;

static __attribute__((noinline)) void zero(int *at)
{
	*at = 0;
}

static __attribute__((noinline)) bool done(int *looks)
{
	++*looks;
	return atomic_load(&x) == 1 || *looks == 3;
}

static __attribute__((noinline)) void show(const int *at)
{
	printf("%d\n", *at);
}

static void *set(void *unused)
{
	atomic_store(&x, 1);
	return unused;
}

int main(void)
{
	struct pair s;
	pthread_t t;

	zero(&s.looks);
	t = start(set, NULL);
	do {
		zero(&s.other);
		s.other = 1;
	} while (!done(&s.looks));
	finish(t);
	show(&s.looks);
	return 0;
}
