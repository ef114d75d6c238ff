/* SPDX-License-Identifier: MIT */
/* one_waits: of one thread nothing is said in the plural
 *
 * check:
 * verdict: bug deadlock
 * says: deadlock: 1 thread waits for ever
 */
#include "test.h"

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&held);
	pthread_cond_wait(&(pthread_cond_t)PTHREAD_COND_INITIALIZER, &held);
	return 0;
}
