/* SPDX-License-Identifier: MIT */
/* overflow: a post beyond SEM_VALUE_MAX fails with EOVERFLOW (75)
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: rc=-1,errno=75,value=2147483647
 * executions: 1
 * native: sc
 */
#include "test.h"
#include <limits.h>
#include <semaphore.h>

int main(void)
{
	sem_t s;
	int rc, value;

	assert(sem_init(&s, 0, SEM_VALUE_MAX) == 0);
	rc = sem_post(&s);
	sem_getvalue(&s, &value);
	printf("rc=%d,errno=%d,value=%d\n", rc, errno, value);
	return 0;
}
