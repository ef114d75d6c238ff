/* SPDX-License-Identifier: MIT */
/* use_after_free_write: in one thread, found in the first execution
 *
 * check: --exhaustive
 * verdict: bug use_after_free
 */
#include "test.h"

static long *volatile p;

int main(void)
{
	p = malloc(sizeof *p);
	free((void *)p);
	*p = 1; /* BUG */
	return 0;
}
