/* SPDX-License-Identifier: MIT */
/* long_loop: an execution is cut after 2^24 accesses without an operation (or a
 * few more: it looks up ever more rarely), and what comes after is not known
 *
 * check: --exhaustive
 * flags: -DROUNDS=20000000 -O1
 * verdict: error
 * says: cut after too many memory accesses
 * says: long_loop.c:
 * exit: 5
 *
 * check: --exhaustive
 * flags: -DROUNDS=100000 -O1
 * verdict: verified
 * states: through
 */
#include "test.h"

static volatile int word[4];

static void *work(void *unused)
{
	for (int i = 0; i < ROUNDS; i++)
		word[3] = word[0] + word[1] + word[2];
	return NULL;
}

int main(void)
{
	finish(start(work, NULL));
	printf("through\n");
	return 0;
}
