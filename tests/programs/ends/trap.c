/* SPDX-License-Identifier: MIT */
/* trap: SIGILL
 *
 * check: --exhaustive
 * verdict: bug crash
 */
#include "test.h"

int main(void)
{
	__builtin_trap(); /* BUG */
}
