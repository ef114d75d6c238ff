/* SPDX-License-Identifier: MIT */
/* processor: what __builtin_cpu_supports() goes by is found out once, before
 * anything begins
 *
 * check: --exhaustive
 * verdict: verified
 * default: checkpoint
 * states: 1
 * races: none
 */
#include "test.h"

static atomic_int x;

static void *add(void *unused)
{
	__builtin_cpu_init();
	if (__builtin_cpu_supports("sse2"))
		atomic_fetch_add(&x, 1);
	return unused;
}

int main(void)
{
	pthread_t t = start(add, NULL), u = start(add, NULL);

	finish(t);
	finish(u);
	printf("%d\n", atomic_load(&x) == 2);
	return 0;
}
