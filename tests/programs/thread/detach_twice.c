/* SPDX-License-Identifier: MIT */
/* detach_twice: nor detached twice
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
	pthread_detach(t); /* BUG */
	return 0;
}
