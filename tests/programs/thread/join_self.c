/* SPDX-License-Identifier: MIT */
/* join_self: a thread joins itself (EDEADLK natively)
 *
 * check: --exhaustive
 * verdict: bug join_error
 */
#include "test.h"

int main(void)
{
	pthread_join(pthread_self(), NULL); /* BUG */
	return 0;
}
