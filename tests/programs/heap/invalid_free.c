/* SPDX-License-Identifier: MIT */
/* invalid_free: of the middle of a block, of a global, of a local variable
 *
 * check: --exhaustive
 * flags: -DWHAT=(block+8)
 * verdict: bug invalid_free
 *
 * check: --exhaustive
 * flags: -DWHAT=global
 * verdict: bug invalid_free
 *
 * check: --exhaustive
 * flags: -DWHAT=local
 * verdict: bug invalid_free
 */
#include "test.h"

char global[32];

int main(void)
{
	char local[32];
	char *block = malloc(32);
	char *volatile what;

	local[0] = block[0] = 1;
	what = WHAT;
	free(what); /* BUG */
	return local[0];
}
