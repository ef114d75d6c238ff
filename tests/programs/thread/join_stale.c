/* SPDX-License-Identifier: MIT */
/* join_stale: a name of a thread that was joined, after its memory was used
 * again
 *
 * Natively the second join may join the new thread, by chance.
 *
 * check: --exhaustive
 * verdict: bug join_error
 */
#include "test.h"

static void *work(void *unused)
{
	return NULL;
}

int main(void)
{
	pthread_t old = start(work, NULL);

	finish(old);
	start(work, NULL);
	pthread_join(old, NULL); /* BUG */
	return 0;
}
