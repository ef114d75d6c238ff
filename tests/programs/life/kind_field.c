/* SPDX-License-Identifier: MIT */
/* kind_field: the one field that makes a mutex recursive, written by hand
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DBACK
 * verdict: bug self_deadlock
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	m.__data.__kind = PTHREAD_MUTEX_RECURSIVE;
#ifdef BACK
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	m.__data.__kind = PTHREAD_MUTEX_NORMAL;
#endif
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m); /* BUG */
	return 0;
}
