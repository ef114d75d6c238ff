/* SPDX-License-Identifier: MIT */
/* assume_hides_nothing: the other threads of a pruned execution still run
 *
 * check: --exhaustive
 * verdict: bug assertion
 * native: exits 77
 */
#include "test.h"
#include <scarp/scarp.h>

static void *fail(void *unused)
{
	assert(0); /* BUG */
	return NULL;
}

int main(void)
{
	start(fail, NULL);
	scarp_assume(false);
	return 0;
}
