/* SPDX-License-Identifier: MIT */
/* both_stacks: a race is told with the stacks of both sides
 *
 * The assertion fails when both threads read before either writes: that
 * execution makes the racing accesses again, and its trace has their stacks.
 * Without a bug, the line after each side says where its thread comes from.
 *
 * check:
 * verdict: bug assertion
 * races: some
 * says: tests/programs/report/both_stacks.c:35
 * says: tests/programs/report/both_stacks.c:41
 * says: (T1 was created by T0 at both_stacks.c:48)
 * says: (T2 was created by T0 at both_stacks.c:49)
 *
 * check: --exhaustive
 * args: quiet
 * verdict: verified
 * races: some
 * says: (T1 was created by T0 at both_stacks.c:48)
 * says: (T2 was created by T0 at both_stacks.c:49)
 */
#include "test.h"

static int n;

__attribute__((noinline)) static void bump(int by)
{
	n += by;
}

static void *left(void *arg)
{
	(void)arg;
	bump(1);
	return NULL;
}

static void *right(void *arg)
{
	bump(2);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t a, b; /* not by start(): its line would be the creator's */
	int bad = pthread_create(&a, NULL, left, argv) |
		  pthread_create(&b, NULL, right, argv);

	assert(!bad);
	finish(a);
	finish(b);
	assert(argc > 1 || n == 3);
	return 0;
}
