/* SPDX-License-Identifier: MIT */
/* destroy_held: destroyed while a reader is inside
 *
 * check: --exhaustive
 * verdict: bug destroy_busy
 */
#include "test.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_destroy(&l); /* BUG */
	return 0;
}
