/* SPDX-License-Identifier: MIT */
/* leave_hides_nothing: _exit does not cut off what other threads still do
 *
 * check: --exhaustive
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
	_exit(0);
}
