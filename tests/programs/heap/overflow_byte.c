/* SPDX-License-Identifier: MIT */
/* overflow_byte: a loop over bytes goes one too far, in the word in which the
 * block ends
 *
 * check: --exhaustive
 * verdict: bug heap_overflow
 */
#include "test.h"

int main(void)
{
	volatile char *p = malloc(5);
	int sum = 0;

	for (int i = 0; i < 6; i++)
		sum += p[i]; /* BUG */
	return sum;
}
