/* SPDX-License-Identifier: MIT */
/* named: a report says which stream
 *
 * check: --exhaustive --full
 * verdict: bug assertion
 * says: write to standard output: 5 bytes
 * says: write to standard error: 6 bytes
 * says: lock standard error
 */
#include "test.h"

static _Atomic int x;

static void *other(void *unused)
{
	flockfile(stderr);
	fprintf(stderr, "other\n");
	funlockfile(stderr);
	x = 1;
	return NULL;
}

int main(void)
{
	pthread_t t = start(other, NULL);

	printf("main\n");
	finish(t);
	assert(x == 2); /* BUG */
	return 0;
}
