/* SPDX-License-Identifier: MIT */
/* exit_status: main returns what nobody expected
 *
 * check: --exhaustive
 * verdict: bug exit_status
 *
 * check:
 * verdict: bug exit_status
 *
 * check: --exhaustive --reduce none --expect-exit 3
 * verdict: verified
 * native: sc
 * states: ended
 * executions: 1
 */
#include "test.h"

int main(void)
{
	printf("ended\n");
	return 3;
}
