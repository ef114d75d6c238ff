/* SPDX-License-Identifier: MIT */
/* unspecified: without a specification there is nothing to judge by, and
 * nothing is called right.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: operations_unspecified
 */
#include <scarp/linearize.h>

int main(void)
{
	int object;

	SCARP_OPERATION(&object, "read", (void)0, (), SCARP_NUMBER(3));
	return 0;
}
