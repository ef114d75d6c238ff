/* SPDX-License-Identifier: MIT */
/* thousands: what is asked for one after the other is asked for to the end
 *
 * modes: checkpoint restart
 * time: 20
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 4000
 * races: none
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * executions: 4000
 */
#include "test.h"
#include <scarp/scarp.h>

int main(void)
{
	return scarp_choose(4000) >= 4000;
}
