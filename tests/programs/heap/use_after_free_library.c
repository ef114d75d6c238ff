/* SPDX-License-Identifier: MIT */
/* use_after_free_library: by memset, strlen and memcpy as well
 *
 * check: --exhaustive
 * flags: -DUSE=memset(p,0,4)
 * verdict: bug use_after_free
 *
 * check: --exhaustive
 * flags: -DUSE=length=strlen(p)
 * verdict: bug use_after_free
 *
 * check: --exhaustive
 * flags: -DUSE=memcpy(buffer,p,8)
 * verdict: bug use_after_free
 */
#include "test.h"

static char *volatile p;
char buffer[8];
volatile size_t length;

int main(void)
{
	p = calloc(1, 8);
	free(p);
	USE; /* BUG */
	return 0;
}
