/* SPDX-License-Identifier: MIT */
/* invalid: a barrier for nobody is EINVAL (22), as POSIX says; no bug by itself
 *
 * check: --exhaustive
 * verdict: verified
 * states: rc=22
 * native: sc
 */
#include "test.h"

int main(void)
{
	pthread_barrier_t b;

	printf("rc=%d\n", pthread_barrier_init(&b, NULL, 0));
	return 0;
}
