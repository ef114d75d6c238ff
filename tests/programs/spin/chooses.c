/* SPDX-License-Identifier: MIT */
/* chooses: an iteration that made a data choice is no spin: the next one may
 * choose otherwise
 *
 * The choice "go on" can be made for ever: the step limit cuts that.
 *
 * check: --exhaustive --max-steps 60
 * verdict: partial
 * holes: step_limit
 * exit: 0
 * states: ended
 */
#include "test.h"
#include "scarp/scarp.h"

static atomic_int never;

int main(void)
{
	while (!atomic_load(&never))
		if (scarp_choose(2))
			break;
	puts("ended");
	return 0;
}
