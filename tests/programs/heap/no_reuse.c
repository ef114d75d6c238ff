/* SPDX-License-Identifier: MIT */
/* no_reuse: freed memory is not handed out again within the execution, so that
 * no address has two lives
 *
 * check: --exhaustive
 * verdict: verified
 * states: another
 * native: prints 'the same'
 */
#include "test.h"

int main(void)
{
	char *p = malloc(24), *q;
	uintptr_t was = (uintptr_t)p;

	free(p);
	q = malloc(24);
	puts((uintptr_t)q == was ? "the same" : "another");
	free(q);
	return 0;
}
