/* SPDX-License-Identifier: MIT */
/* timedlock_free: a free mutex never times out (POSIX), however late it is
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: rc=0
 * executions: 1
 * native: sc
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	struct timespec past = {0, 0};

	printf("rc=%d\n", pthread_mutex_timedlock(&m, &past));
	return 0;
}
