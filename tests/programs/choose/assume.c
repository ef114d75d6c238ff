/* SPDX-License-Identifier: MIT */
/* assume: what does not hold is left out, and the result says so
 *
 * check: --exhaustive
 * verdict: partial
 * holes: assumption
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
