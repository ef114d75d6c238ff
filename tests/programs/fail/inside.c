/* SPDX-License-Identifier: MIT */
/* inside: --fail-in FUNC lets calls fail that FUNC makes, or what it calls
 *
 * main allocates, outer does, inner does when outer calls it and when main
 * does. Of these four calls 5 executions (one fails, or none); in outer 3, in
 * inner 3; in either 4.  What is printed is which of them went well.
 *
 * check: --exhaustive --fail malloc
 * verdict: verified
 * executions: 5
 * states: 1111 0111 1011 1101 1110
 *
 * check: --exhaustive --fail malloc --fail-in outer
 * verdict: verified
 * executions: 3
 * states: 1111 1011 1101
 * says: at most one failed call of malloc inside of outer in an execution
 *
 * check: --exhaustive --fail malloc --fail-in inner
 * verdict: verified
 * executions: 3
 * states: 1111 1101 1110
 *
 * check: --exhaustive --fail malloc --fail-in inner --fail-in outer
 * verdict: verified
 * executions: 4
 * states: 1111 1011 1101 1110
 * says: at most one failed call of malloc inside of inner or outer in an
 * execution
 *
 * check: --exhaustive --fail malloc --fail-in other
 * verdict: partial
 * holes: nothing_failed
 * exit: 4
 * executions: 1
 * states: 1111
 * says: none of those that --fail names (malloc inside of other)
 *
 * A replay goes by it, too.
 *
 * check: --exhaustive --fail malloc --fail-in inner
 * args: looks
 * verdict: bug assertion
 * replays: 1
 */
#include "test.h"

static bool went[4];
static volatile int nothing;

static bool get(void)
{
	void *p = malloc(8);

	free(p);
	return p;
}

static __attribute__((noinline)) void inner(int i)
{
	went[i] = get();
}

static __attribute__((noinline)) void outer(void)
{
	went[1] = get();
	inner(2);
}

static __attribute__((noinline)) void other(void)
{
	nothing = 1;
}

int main(int argc, char **argv)
{
	went[0] = get();
	other();
	outer();
	inner(3);
	if (argc > 1)
		assert(went[2] && went[3]);
	for (int i = 0; i < 4; i++)
		printf("%d", went[i]);
	printf("\n");
	return 0;
}
