/* SPDX-License-Identifier: MIT */
/* null_write: a crash is a verdict
 *
 * check: --exhaustive
 * verdict: bug crash
 *
 * check:
 * verdict: bug crash
 */
#include "test.h"

static int *volatile nowhere;

int main(void)
{
	*nowhere = 1; /* BUG */
	return 0;
}
