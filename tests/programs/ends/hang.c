/* SPDX-License-Identifier: MIT */
/* hang: a loop without any operation is stopped by processor time
 *
 * The loop never calls the runtime, so only a clock can stop it.
 *
 * check: --exhaustive --hang-after 1s
 * verdict: bug no_progress
 */
#include "test.h"

int main(void)
{
	for (;;)
		__asm__ volatile("");
}
