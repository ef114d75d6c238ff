/* SPDX-License-Identifier: MIT */
/* overflow_word: a word that begins inside and ends outside
 *
 * check: --exhaustive
 * verdict: bug heap_overflow
 */
#include "test.h"

int main(void)
{
	char *p = malloc(10);
	volatile int *word = (int *)(p + 8);

	*word = 1; /* BUG */
	free(p);
	return 0;
}
