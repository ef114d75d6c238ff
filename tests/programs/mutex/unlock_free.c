/* SPDX-License-Identifier: MIT */
/* unlock_free: an unlock without a lock
 *
 * check: --exhaustive
 * verdict: bug unlock_not_owner
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&m); /* BUG */
	return 0;
}
