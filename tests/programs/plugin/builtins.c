/* SPDX-License-Identifier: MIT */
/* builtins: functions that the compiler puts its own code in place of
 *
 * The writer changes three words of five, in their order and in parts of a
 * word; the reader looks at the first, then at the third.  It sees
 * 0,0 before that, 1,1 after it, 0,1 around it, or 1,0 within it.
 *
 * verdict: partial
 * holes: may_tear
 * states: 0,0 0,1 1,0 1,1
 * races: some
 *
 * check: --exhaustive
 * args: memcpy
 *
 * check: --exhaustive
 * args: memcpy
 * flags: -O0
 *
 * check: --exhaustive
 * args: memcpy
 * flags: --keep-O -O2
 *
 * check: --exhaustive
 * args: memset
 */
#include "test.h"

static struct {
	long a, b, c, d, e;
} x;

static void *writer(void *how)
{
	static const long ones[5] = {1, 1, 1};

	if (strcmp(how, "memcpy") == 0)
		__builtin_memcpy(&x, ones, 24);
	else
		__builtin_memset(&x, 1, 24);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t = start(writer, argv[argc - 1]);
	long a = x.a, c = x.c;

	printf("%d,%d\n", a != 0, c != 0);
	finish(t);
	return 0;
}
