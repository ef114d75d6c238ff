/* SPDX-License-Identifier: MIT */
/* use_destroyed: a lock of a mutex that was destroyed
 *
 * check: --exhaustive
 * verdict: bug bad_object
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_destroy(&m);
	pthread_mutex_lock(&m); /* BUG */
	return 0;
}
