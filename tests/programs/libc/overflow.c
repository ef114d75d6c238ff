/* SPDX-License-Identifier: MIT */
/* overflow: the library is told on when it writes or reads beyond a block
 *
 * check: --exhaustive
 * flags: -DSTRCPY
 * verdict: bug heap_overflow
 *
 * check: --exhaustive
 * flags: -DSPRINTF
 * verdict: bug heap_overflow
 *
 * check: --exhaustive
 * flags: -DMEMSET
 * verdict: bug heap_overflow
 *
 * check: --exhaustive
 * flags: -DSCANF
 * verdict: bug heap_overflow
 *
 * check: --exhaustive
 * flags: -DSTRLEN
 * verdict: bug heap_overflow
 *
 * check: --exhaustive
 * flags: -DFITS
 * verdict: verified
 * native: sc
 * states: abcd
 */
#include "test.h"

int main(void)
{
	char *p = malloc(5);

#if defined STRCPY
	strcpy(p, "abcde"); /* BUG */
#elif defined SPRINTF
	sprintf(p, "%d", 12345); /* BUG */
#elif defined MEMSET
	memset(p, 0, 6); /* BUG */
#elif defined SCANF
	sscanf("abcde", "%s", p); /* BUG */
#elif defined STRLEN
	memset(p, 'x', 5);
	printf("%zu\n", strlen(p)); /* BUG */
#else
	strncpy(p, "abcd", 5);
	snprintf(p, 5, "%s", "abcdefgh");
	sscanf("abcdefgh", "%4s", p);
	printf("%.5s\n", p);
#endif
	free(p);
	return 0;
}
