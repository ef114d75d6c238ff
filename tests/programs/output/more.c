/* SPDX-License-Identifier: MIT */
/* more: output that is longer than what is kept of it is not compared, said so
 *
 * native: prints anything
 * check: --exhaustive --same-output
 * verdict: partial
 * holes: output_uncompared
 */
#include "test.h"

int main(void)
{
	for (int i = 0; i < 10000; i++)
		printf("line %d\n", i);
	return 0;
}
