/* SPDX-License-Identifier: MIT */
/* one_spins: of one thread nothing is said in the plural
 *
 * check:
 * verdict: bug livelock
 * says: livelock: 1 thread spins, and nothing can change what it reads
 */
#include "test.h"

atomic_int never; /* not static: clang would know that it stays 0 */

int main(void)
{
	while (!atomic_load(&never))
		;
	return 0;
}
