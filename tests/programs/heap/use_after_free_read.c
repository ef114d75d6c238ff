/* SPDX-License-Identifier: MIT */
/* use_after_free_read: one thread frees what the other still reads
 *
 * check: --exhaustive
 * verdict: bug use_after_free
 *
 * check:
 * verdict: bug use_after_free
 */
#include "test.h"

static volatile int *p;

static void *release(void *unused)
{
	free((void *)p);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int seen;

	p = malloc(sizeof *p);
	*p = 1;
	t = start(release, NULL);
	seen = *p; /* BUG */
	finish(t);
	return seen - seen;
}
