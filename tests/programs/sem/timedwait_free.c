/* SPDX-License-Identifier: MIT */
/* timedwait_free: with a unit there it never times out (POSIX)
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: rc=0
 * executions: 1
 * native: sc
 */
#include "test.h"
#include <semaphore.h>

int main(void)
{
	struct timespec past = {0, 0};
	sem_t s;

	sem_init(&s, 0, 1);
	printf("rc=%d\n", sem_timedwait(&s, &past));
	return 0;
}
