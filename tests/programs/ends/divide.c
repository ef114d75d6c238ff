/* SPDX-License-Identifier: MIT */
/* divide: SIGFPE, which is about no address
 *
 * check: --exhaustive
 * verdict: bug crash
 * says: SIGFPE: integer division by zero
 * silent: the address:
 */
#include "test.h"

static volatile int zero;

int main(void)
{
	return 100 / zero; /* BUG */
}
