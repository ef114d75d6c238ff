/* SPDX-License-Identifier: MIT */
/* unlock_not_owner: an unlock of a lock that this thread does not hold
 *
 * check: --exhaustive
 * verdict: bug unlock_not_owner
 *
 * check: --exhaustive
 * flags: -DHELD
 * verdict: bug unlock_not_owner
 */
#include "test.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *unlock(void *unused)
{
	pthread_rwlock_unlock(&l); /* BUG */
	return NULL;
}

int main(void)
{
#ifdef HELD
	pthread_rwlock_wrlock(&l);
#endif
	finish(start(unlock, NULL));
	return 0;
}
