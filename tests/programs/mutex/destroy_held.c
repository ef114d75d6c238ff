/* SPDX-License-Identifier: MIT */
/* destroy_held: a mutex destroyed while another thread may hold it
 *
 * check: --exhaustive
 * verdict: bug destroy_busy bad_object
 *
 * Which of the two depends on the order: destroyed while held, or locked after
 * it was destroyed.
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *unused)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t = start(use, NULL);

	pthread_mutex_destroy(&m);
	finish(t);
	return 0;
}
