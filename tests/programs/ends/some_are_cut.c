/* SPDX-License-Identifier: MIT */
/* some_are_cut: of two executions one is cut, for many accesses or for memory;
 * the other comes to its end, so that there is a verdict, with a hole
 *
 * check: --exhaustive
 * flags: -DACCESSES -O1
 * verdict: partial
 * holes: hook_limit
 * states: through
 *
 * check: --exhaustive
 * flags: -DMEMORY
 * verdict: partial
 * holes: heap_used_up
 * executions: 1
 * states: through
 * native: hangs allocates and frees for ever
 */
#include "test.h"

#include <scarp/scarp.h>

static volatile unsigned word[4];

int main(void)
{
	if (scarp_choose(2) == 0) {
		printf("through\n");
		return 0;
	}
#ifdef ACCESSES
	for (int i = 0; i < 20000000; i++)
		word[3] = word[0] + word[1] + word[2];
#else
	for (;; word[0]++) {
		char *p = malloc(1 << 30);

		if (!p)
			return 1;
		p[0] = 1;
		free(p);
	}
#endif
	printf("through\n");
	return 0;
}
