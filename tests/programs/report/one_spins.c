/* SPDX-License-Identifier: MIT */
/* one_spins: of one thread nothing is said in the plural
 *
 * check:
 * verdict: bug livelock
 * says: livelock: 1 thread spins, and nothing can change what it reads
 */
#include "test.h"

static atomic_int never;

int main(void)
{
	while (!atomic_load(&never))
		;
	return 0;
}
