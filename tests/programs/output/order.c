/* SPDX-License-Identifier: MIT */
/* order: lines of threads come in any order; each comes once
 *
 * check: --exhaustive --same-output --any-order
 * verdict: verified
 *
 * check: --exhaustive --same-output
 * verdict: bug output
 * says: line 1 of standard output is "two"; in the first execution it is "one"
 * replays: 1
 */
#include "test.h"

static void *print(void *word)
{
	printf("%s\n", (char *)word);
	return NULL;
}

int main(void)
{
	pthread_t a = start(print, "one"), b = start(print, "two");

	finish(a);
	finish(b);
	return 0;
}
