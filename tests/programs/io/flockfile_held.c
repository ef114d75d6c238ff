/* SPDX-License-Identifier: MIT */
/* flockfile_held: a stream whose holder is gone is a deadlock like any other
 *
 * check: --exhaustive
 * verdict: bug deadlock
 */
#include "test.h"

static void *keep(void *unused)
{
	flockfile(stdout);
	return NULL;
}

int main(void)
{
	finish(start(keep, NULL));
	printf("never\n");
	return 0;
}
