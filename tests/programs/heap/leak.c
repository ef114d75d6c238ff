/* SPDX-License-Identifier: MIT */
/* leak: told when asked for, and only what nobody points to any more is lost
 *
 * check: --exhaustive --leak-check
 * verdict: bug leak
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 * states: ended
 */
#include "test.h"

static void *forget(void *unused)
{
	char *volatile p = malloc(100);

	p = NULL;
	return p;
}

int main(void)
{
	finish(start(forget, NULL));
	printf("ended\n");
	return 0;
}
