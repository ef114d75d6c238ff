/* SPDX-License-Identifier: MIT */
/* wait_without_mutex: a wait by a thread that does not hold the mutex
 *
 * check: --exhaustive
 * verdict: bug unlock_not_owner misuse
 *
 * The wait releases what its thread does not hold; either name is right.
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void)
{
	pthread_cond_wait(&c, &m); /* BUG */
	return 0;
}
