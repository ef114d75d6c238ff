/* SPDX-License-Identifier: MIT */
/* hang: a loop without any operation
 *
 * Where nobody asks for turns it never calls the runtime, so only a clock can
 * stop it.
 *
 * check: --exhaustive --hang-after 1s --turns all
 * verdict: bug no_progress
 * says: make the variable _Atomic
 *
 * check: --exhaustive
 * verdict: bug livelock
 */
#include "test.h"

int main(void)
{
	for (;;)
		__asm__ volatile("");
}
