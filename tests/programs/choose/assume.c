/* SPDX-License-Identifier: MIT */
/* assume: what does not hold is left out, and the verdict names it as its scope
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * says: an assumption (scarp_assume) failed were dropped
 * scope: assumption
 * executions: 2
 * states: 0 2
 */
#include "test.h"
#include <scarp/scarp.h>

int main(void)
{
	unsigned a = scarp_choose(3);

	scarp_assume(a != 1);
	printf("%u\n", a);
	return 0;
}
