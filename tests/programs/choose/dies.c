/* SPDX-License-Identifier: MIT */
/* dies: whatever becomes of one value, the next ones are made
 *
 * check: --exhaustive --stop-after 0
 * verdict: bug crash assertion exit_status abort
 * bugs: 5
 */
#include "test.h"
#include <scarp/scarp.h>
#include <signal.h>

int main(void)
{
	switch (scarp_choose(7)) {
	case 1:
		raise(SIGKILL);
		break;
	case 2:
		assert(!"two");
	case 3:
		exit(3);
	case 4:
		abort();
	case 5:
		scarp_assume(0);
		break;
	case 6:
		*(volatile int *)8 = 1;
	}
	return 0;
}
