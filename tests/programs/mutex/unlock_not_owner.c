/* SPDX-License-Identifier: MIT */
/* unlock_not_owner: a thread unlocks what another one holds
 *
 * check: --exhaustive
 * verdict: bug unlock_not_owner
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *unlock(void *unused)
{
	pthread_mutex_unlock(&m); /* BUG */
	return NULL;
}

int main(void)
{
	pthread_mutex_lock(&m);
	finish(start(unlock, NULL));
	return 0;
}
