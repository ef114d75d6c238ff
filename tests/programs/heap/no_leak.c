/* SPDX-License-Identifier: MIT */
/* no_leak: all freed, in every execution
 *
 * check: --exhaustive --leak-check
 * verdict: verified
 * native: sc
 * states: ended
 */
#include "test.h"

static void *work(void *unused)
{
	char *p = malloc(100), *q = calloc(3, 5);

	p = realloc(p, 1000);
	free(p);
	free(q);
	free(NULL);
	return NULL;
}

int main(void)
{
	pthread_t a = start(work, NULL), b = start(work, NULL);

	finish(a);
	finish(b);
	printf("ended\n");
	return 0;
}
