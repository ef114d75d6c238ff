/* SPDX-License-Identifier: MIT */
/* held_at_end: a thread ends with the mutex held, the next one waits for ever
 *
 * check: --exhaustive
 * verdict: bug deadlock
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *keep(void *unused)
{
	pthread_mutex_lock(&m);
	return NULL;
}

int main(void)
{
	pthread_t a = start(keep, NULL), b = start(keep, NULL);

	finish(a);
	finish(b);
	return 0;
}
