/* SPDX-License-Identifier: MIT */
/* pieces: of the output 4,096 pieces are kept; that there were more is said
 *
 * native: prints anything
 * check: --exhaustive --same-output
 * verdict: partial
 * holes: output_uncompared
 * says: or than 4096 pieces
 */
#include "test.h"

int main(void)
{
	for (int i = 0; i < 5000; i++)
		putchar('a');
	return 0;
}
