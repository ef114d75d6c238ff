/* SPDX-License-Identifier: MIT */
/* upgrade: a reader that wants to write waits for itself
 *
 * check: --exhaustive
 * verdict: bug self_deadlock deadlock
 *
 * A read lock has no single owner, so either name is right.
 */
#include "test.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_wrlock(&l);
	return 0;
}
