/* SPDX-License-Identifier: MIT */
/* abort: is a bug of its own kind
 *
 * check: --exhaustive
 * verdict: bug abort
 */
#include "test.h"

int main(void)
{
	abort(); /* BUG */
}
