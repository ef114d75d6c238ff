/* SPDX-License-Identifier: MIT */
/* underflow: one byte before the start
 *
 * check: --exhaustive
 * verdict: bug heap_underflow
 */
#include "test.h"

int main(void)
{
	volatile char *p = malloc(10);

	p[-1] = 1; /* BUG */
	free((void *)p);
	return 0;
}
