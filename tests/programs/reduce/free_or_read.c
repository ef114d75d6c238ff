/* SPDX-License-Identifier: MIT */
/* free_or_read: a plain read of memory that another thread frees, the one
 * before or after the other
 *
 * check: --exhaustive --reduce optimal
 * verdict: bug use_after_free
 * races: some
 *
 * check: --exhaustive --reduce source
 * verdict: bug use_after_free
 * races: some
 */
#include "test.h"

#include <stdlib.h>

static int *p;
static atomic_int y;

static void *frees(void *unused)
{
	atomic_store(&y, 1);
	free(p);
	return NULL;
}

static void *reads(void *unused)
{
	return (void *)(intptr_t)*p;
}

int main(void)
{
	pthread_t s, t;

	p = calloc(1, sizeof *p);
	s = start(reads, NULL);
	t = start(frees, NULL);
	finish(s);
	finish(t);
	return 0;
}
