/* SPDX-License-Identifier: MIT */
/* large: stacks of 64 MiB and 1 GiB, as attributes ask for them, reserved and
 * not committed. A switch some 20 MiB down, the truth in pthread_getattr_np
 *
 * Each thread adds 1 at the bottom of a recursion of frames with 1 MiB, more of
 * them than a stack of 16 MiB has room for. Then it asks for its attributes,
 * which another may change (pthread_detach): two decision points a thread, and
 * the join of the first one anywhere behind its second. Of the six orders of
 * a a b b the join has 3 places in aabb, 2 in abab and baab, 1 in each other
 * order, which makes 10 executions; the other join comes last in all.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * native: sc 3
 * races: none
 * states: 64,1024,x=2
 * executions: 10
 *
 * check: --exhaustive
 * flags: -DDEPTH=70
 * verdict: bug stack_overflow
 * says: overflowed its stack of 65536 KiB at deeper
 *
 * check: --exhaustive
 * flags: -DSPIN
 * verdict: verified
 * native: sc 3
 * states: 64,1024,x=2
 */
#include "test.h"

#ifndef DEPTH
#define DEPTH 20
#endif

static atomic_int x;
#ifdef SPIN
static atomic_int turn;
#endif
static volatile int megabyte = 1 << 20; /* no compiler makes it less */

__attribute__((noinline)) static int deeper(int n)
{
	char *frame = __builtin_alloca(megabyte);
	volatile char *end = frame;

	*end = (char)n;
	if (n == 0)
		return atomic_fetch_add(&x, 1);
	return deeper(n - 1) + *end;
}

static void *work(void *megabytes)
{
	int n = (int)(intptr_t)megabytes;
	pthread_attr_t attr;
	char *low, here;
	size_t size;

#ifdef SPIN
	/* Whoever comes second waits for the first, on its large stack. */
	while (n > 64 && atomic_load(&turn) == 0)
		;
#endif
	deeper(DEPTH);
#ifdef SPIN
	atomic_store(&turn, 1);
#endif
	assert(pthread_getattr_np(pthread_self(), &attr) == 0);
	assert(pthread_attr_getstack(&attr, (void **)&low, &size) == 0);
	pthread_attr_destroy(&attr);
	assert(&here > low && &here < low + size);
	return (void *)(size >> 20);
}

static pthread_t large(int megabytes)
{
	pthread_attr_t attr;
	pthread_t t;

	pthread_attr_init(&attr);
	assert(pthread_attr_setstacksize(&attr, (size_t)megabytes << 20) == 0);
	assert(pthread_create(&t, &attr, work, (void *)(intptr_t)megabytes) ==
		0);
	pthread_attr_destroy(&attr);
	return t;
}

int main(void)
{
	pthread_t a = large(64), b = large(1024);
	int one = (int)(intptr_t)finish(a), two = (int)(intptr_t)finish(b);

	printf("%d,%d,x=%d\n", one, two, x);
	return 0;
}
