/* SPDX-License-Identifier: MIT */
/* values: scarp_choose offers every value once
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 6
 * states: 0,0 0,1 1,0 1,1 2,0 2,1
 */
#include "test.h"
#include <scarp/scarp.h>

int main(void)
{
	unsigned a = scarp_choose(3), b = scarp_choose(2);

	assert(scarp_choose(1) == 0);
	printf("%u,%u\n", a, b);
	return 0;
}
