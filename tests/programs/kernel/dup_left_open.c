/* SPDX-License-Identifier: MIT */
/* dup_left_open: what an execution leaves open is closed before the next one
 *
 * Each execution copies a descriptor 50 times; with 256 allowed, the sixth
 * would find none left.  Two threads add 6 times each, and main joins the first
 * one after its 6: C(13,6) = 1716 orders, and each sees the numbers 3 to 52.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 1716
 * states: 3,52
 * native: sc 3
 */
#include "test.h"

#include <sys/resource.h>

static atomic_int x;

static void *work(void *unused)
{
	for (int i = 0; i < 6; i++)
		atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	struct rlimit limit = {256, 256};
	int first = dup(0), last = 0;

	assert(setrlimit(RLIMIT_NOFILE, &limit) == 0);
	for (int i = 1; i < 50; i++)
		last = dup(0);
	pthread_t t = start(work, NULL), u = start(work, NULL);

	finish(t);
	finish(u);
	printf("%d,%d\n", first, last);
	return 0;
}
