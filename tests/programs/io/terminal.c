/* SPDX-License-Identifier: MIT */
/* terminal: no standard stream is a terminal
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 * states: 0,0,0
 */
#include "test.h"

int main(void)
{
	printf("%d,%d,%d\n", isatty(0), isatty(1), isatty(2));
	return 0;
}
