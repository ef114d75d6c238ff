/* SPDX-License-Identifier: MIT */
/* addresses: where a thread's blocks lie does not depend on other threads
 *
 * check: --exhaustive
 * verdict: verified
 * distinct: 1
 *
 * glibc gives the same block again, which the assert denies.
 * native: exits -6
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	char *first, *second;
	volatile uintptr_t where;

	first = malloc(24);
	atomic_fetch_add(&x, 1);
	where = (uintptr_t)first;
	free(first);
	second = malloc(100);
	/* Not handed out again within an execution. */
	assert(where != (uintptr_t)second);
	where = (uintptr_t)second;
	free(second);
	return (void *)where;
}

int main(void)
{
	pthread_t a = start(work, NULL), b = start(work, NULL);
	void *m = finish(a), *n = finish(b);

	assert(m != n);
	printf("%p,%p\n", m, n);
	return 0;
}
