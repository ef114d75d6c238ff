/* SPDX-License-Identifier: MIT */
/* join_self: a thread that joins itself is told so (EDEADLK), as by glibc
 *
 * check: --exhaustive
 * verdict: verified
 * states: told
 * native: sc
 */
#include "test.h"
#include <threads.h>

static void *again(void *unused)
{
	assert(pthread_join(pthread_self(), NULL) == EDEADLK);
	assert(thrd_join(thrd_current(), NULL) == thrd_error);
	return NULL;
}

int main(void)
{
	struct timespec until;
	pthread_t t = start(again, NULL);

	from_now(&until, 1);
	assert(pthread_join(pthread_self(), NULL) == EDEADLK);
	assert(pthread_timedjoin_np(pthread_self(), NULL, &until) == EDEADLK);
	assert(pthread_tryjoin_np(pthread_self(), NULL) == EBUSY);
	finish(t);
	printf("told\n");
	return 0;
}
