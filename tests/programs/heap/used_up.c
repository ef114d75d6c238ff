/* SPDX-License-Identifier: MIT */
/* used_up: an execution that allocates without end is cut
 *
 * Blocks are not reused within an execution, so freeing does not help. (Without
 * the count each turn would be as the one before: a livelock.)
 *
 * check: --exhaustive --reduce none
 * verdict: error
 * says: each was cut since memory was used up
 * exit: 5
 * executions: 0
 * native: hangs allocates and frees for ever
 */
#include "test.h"

static volatile unsigned turns;

int main(void)
{
	for (;; turns++) {
		char *p = malloc(1 << 30);

		if (!p)
			return 1;
		p[0] = 1;
		free(p);
	}
}
