/* SPDX-License-Identifier: MIT */
/* join_twice: a thread is joined once
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

	finish(t);
	pthread_join(t, NULL); /* BUG */
	return 0;
}
