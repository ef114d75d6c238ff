/* SPDX-License-Identifier: MIT */
/* join_detached: a detached thread cannot be joined
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
	pthread_t t = start(work, NULL);

	pthread_detach(t);
	pthread_join(t, NULL); /* BUG */
	return 0;
}
