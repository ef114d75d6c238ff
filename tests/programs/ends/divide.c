/* SPDX-License-Identifier: MIT */
/* divide: SIGFPE
 *
 * check: --exhaustive
 * verdict: bug crash
 */
#include "test.h"

static volatile int zero;

int main(void)
{
	return 100 / zero; /* BUG */
}
