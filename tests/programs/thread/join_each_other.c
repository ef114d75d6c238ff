/* SPDX-License-Identifier: MIT */
/* join_each_other: two threads that join each other wait for ever
 *
 * POSIX lets an implementation notice it; glibc 2.36 means to, and does not:
 * its comparison never stores who waits.
 *
 * check: --exhaustive
 * verdict: bug deadlock
 */
#include "test.h"

static pthread_t first;

static void *join_main(void *unused)
{
	pthread_join(first, NULL);
	return NULL;
}

int main(void)
{
	first = pthread_self();
	finish(start(join_main, NULL));
	return 0;
}
