/* SPDX-License-Identifier: MIT */
/* hint: what no thread makes is what a loop with a hint may wait for
 *
 * main waits for the two ticks of its timer (src/native/tick.h), and gives way
 * in its loop: it goes on after a tick, though no other thread did.
 *
 * native: prints anything
 *
 * check: --exhaustive
 * env: SCARP_TICKS=2
 * verdict: verified
 * states: over
 *
 * check: --strategy random --max-executions 100
 * env: SCARP_TICKS=2
 * verdict: partial
 * exit: 0
 * states: over
 */
#include "test.h"
#include <scarp/scarp.h>

int main(void)
{
	struct timespec t;

	do {
		scarp_spin_hint();
		clock_gettime(CLOCK_REALTIME, &t);
	} while (t.tv_sec < 946684802); /* where virtual time begins, and 2 */
	puts("over");
	return 0;
}
