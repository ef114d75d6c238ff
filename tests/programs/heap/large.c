/* SPDX-License-Identifier: MIT */
/* large: a freed block of 256 MiB, where it was touched and where it was not
 *
 * check: --exhaustive
 * flags: -DAT=0
 * verdict: bug use_after_free
 *
 * check: --exhaustive
 * flags: -DAT=(200<<20)
 * verdict: bug use_after_free
 *
 * check: --exhaustive
 * flags: -DAT=(256<<20)-1
 * verdict: bug use_after_free
 *
 * The other thread may still use it when main frees it: a race at least.
 *
 * check: --exhaustive --stop-after 0
 * flags: -DTHREAD
 * verdict: bug use_after_free
 * races: some
 */
#include "test.h"

static char *volatile p;

#ifdef THREAD
atomic_int x; /* not static: clang would know its value */

static void *work(void *unused)
{
	p[100 << 20] = 1; /* BUG */
	return NULL;
}

int main(void)
{
	pthread_t t;

	p = malloc(256 << 20);
	t = start(work, NULL);
	atomic_load_explicit(&x, memory_order_relaxed); /* here it may run */
	free(p);
	finish(t);
	return 0;
}
#else
int main(void)
{
	p = malloc(256 << 20);
	p[0] = 1;
	free(p);
	return p[AT]; /* BUG */
}
#endif
