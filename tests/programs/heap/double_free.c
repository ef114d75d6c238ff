/* SPDX-License-Identifier: MIT */
/* double_free: two threads free the same block
 *
 * check: --exhaustive
 * verdict: bug double_free
 */
#include "test.h"

static void *release(void *p)
{
	free(p); /* BUG */
	return NULL;
}

int main(void)
{
	void *p = malloc(10);
	pthread_t a = start(release, p), b = start(release, p);

	finish(a);
	finish(b);
	return 0;
}
