/* SPDX-License-Identifier: MIT */
/* assert_after_main: what a thread does while main returns is still explored
 *
 * check: --exhaustive
 * verdict: bug assertion
 *
 * check:
 * verdict: bug assertion
 */
#include "test.h"

static void *fail(void *unused)
{
	assert(0); /* BUG */
	return NULL;
}

int main(void)
{
	start(fail, NULL);
	return 0;
}
