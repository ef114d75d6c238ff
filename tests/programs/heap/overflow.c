/* SPDX-License-Identifier: MIT */
/* overflow: one byte beyond the end, by write, read and library
 *
 * check: --exhaustive
 * flags: -DUSE=p[10]=1
 * verdict: bug heap_overflow
 *
 * check: --exhaustive
 * flags: -DUSE=p[0]=p[10]
 * verdict: bug heap_overflow
 *
 * check: --exhaustive
 * flags: -DUSE=memset((void*)p,0,11)
 * verdict: bug heap_overflow
 *
 * check: --exhaustive
 * flags: -DUSE=strcpy((char*)p,ten)
 * verdict: bug heap_overflow
 */
#include "test.h"

char ten[] = "0123456789"; /* and a zero byte */

int main(void)
{
	volatile char *p = malloc(10);

	USE; /* BUG */
	free((void *)p);
	return 0;
}
