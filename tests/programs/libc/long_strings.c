/* SPDX-License-Identifier: MIT */
/* long_strings: much that library functions read and write between operations
 * is no hang; what never ends is cut
 *
 * check: --exhaustive --hang-after 100ms
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DENDLESS
 * verdict: error
 * says: too many memory accesses without an operation
 * exit: 5
 * modes: checkpoint
 * compilers: gcc
 * native: hangs
 */
#include "test.h"

static char text[1 << 20];

static void *nothing(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t = start(nothing, NULL);

#ifdef ENDLESS
	for (;;)
		memset(text, 0, sizeof text);
#endif
	for (int i = 0; i < 10000; i++)
		strcat(text, "prefix0123456789");
	assert(strlen(text) == 160000);
	finish(t);
	return 0;
}
