/* SPDX-License-Identifier: MIT */
/* destroy_own: a mutex destroyed by its owner
 *
 * check: --exhaustive
 * verdict: bug destroy_busy
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_destroy(&m); /* BUG */
	return 0;
}
