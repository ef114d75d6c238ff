/* SPDX-License-Identifier: MIT */
/* much: output beyond 64 KiB an execution is dropped, and the result says so
 *
 * native: prints anything
 * check: --exhaustive
 * verdict: verified
 * says: 64 KiB
 * scope: output_dropped
 */
#include "test.h"

int main(void)
{
	for (int i = 0; i < 10000; i++)
		printf("line %d\n", i);
	return 0;
}
