/* SPDX-License-Identifier: MIT */
/* assume_rare: that an assumption has not held yet is no error while it may
 *
 * One of fifty.
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 1
 * native: exits 77
 *
 * check: --max-executions 3
 * verdict: error
 * says: that hardly ever holds?
 * silent: partial
 * exit: 5
 * executions: 0
 */
#include "test.h"

#include <scarp/scarp.h>

int main(void)
{
	unsigned n = scarp_choose(50);

	scarp_assume(n == 37);
	return 0;
}
