/* SPDX-License-Identifier: MIT */
/* self_deadlock: a normal mutex locked twice by one thread
 *
 * check: --exhaustive
 * verdict: bug self_deadlock
 *
 * check:
 * verdict: bug self_deadlock
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m); /* BUG */
	return 0;
}
