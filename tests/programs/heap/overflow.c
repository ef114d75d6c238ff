/* SPDX-License-Identifier: MIT */
/* overflow: one byte beyond the end, by write, read and library
 *
 * check: --exhaustive
 * flags: -DUSE=p[10]=1
 * verdict: bug heap_overflow
 * says: write of 1 byte beyond the end of a block of 10 bytes
 *
 * check: --exhaustive
 * flags: -DUSE=p[0]=p[10]
 * verdict: bug heap_overflow
 *
 * check: --exhaustive
 * flags: -DUSE=memset((void*)p,0,11)
 * verdict: bug heap_overflow
 * says: write of 1 byte beyond the end of a block of 10 bytes
 *
 * Bytes are those of the access that are beyond, not of scarp's cells.
 *
 * check: --exhaustive
 * flags: -DUSE=memset((void*)p,0,100)
 * verdict: bug heap_overflow
 * says: write of 90 bytes beyond the end of a block of 10 bytes
 *
 * check: --exhaustive
 * flags: -DUSE=*(long*)(p+8)=1
 * verdict: bug heap_overflow
 * says: write of 6 bytes beyond the end of a block of 10 bytes
 *
 * check: --exhaustive
 * flags: -DUSE=memset((void*)(p-6),0,10)
 * verdict: bug heap_underflow
 * says: write of 6 bytes before a block of 10 bytes
 *
 * check: --exhaustive
 * flags: '-DUSE=free((void*)p);*(volatile long*)p=1'
 * verdict: bug use_after_free
 * says: write of 8 bytes of a freed block of 10 bytes
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
