/* SPDX-License-Identifier: MIT */
/* from_libc: memory that libc allocates for the test is the test's: rewound,
 * checked, freed
 *
 * check: --exhaustive --leak-check
 * verdict: verified
 * distinct: 1
 *
 * check: --exhaustive
 * flags: -DOVER
 * verdict: bug heap_overflow
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	char *copy, *text;
	volatile uintptr_t where;

	atomic_fetch_add(&x, 1);
	copy = strdup("abc");
	where = (uintptr_t)copy;
	assert(strcmp(copy, "abc") == 0);
	assert(asprintf(&text, "%d-%s", 42, copy) == 6);
	assert(strcmp(text, "42-abc") == 0);
#ifdef OVER
	((volatile char *)copy)[4] = 1; /* BUG */
#endif
	free(copy);
	free(text);
	return (void *)where;
}

int main(void)
{
	pthread_t a = start(work, NULL), b = start(work, NULL);
	void *m = finish(a), *n = finish(b);

	printf("%p,%p\n", m, n);
	return 0;
}
