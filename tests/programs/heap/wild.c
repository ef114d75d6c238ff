/* SPDX-License-Identifier: MIT */
/* wild: an access to heap memory that nobody has allocated, far from any block
 *
 * check: --exhaustive
 * verdict: bug wild_access heap_overflow crash
 *
 * How far is far is the allocator's business: any of the three is right.
 */
#include "test.h"

int main(void)
{
	volatile char *p = malloc(10);

	p[1 << 24] = 1; /* BUG */
	return 0;
}
