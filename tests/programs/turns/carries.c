/* SPDX-License-Identifier: MIT */
/* carries: turns that look at something and change nothing, but for what they
 * carry round in a register: they end by themselves
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * states: 5
 * races: none
 * native: sc
 *
 * What is carried round in memory that is the thread's alone.
 *
 * check: --exhaustive --turns erased
 * flags: -DMEMORY
 * verdict: verified
 * states: 5
 */
#include "test.h"

static atomic_int never;

static __attribute__((noinline)) int follow(const int *next)
{
	int turns = 0;
#ifdef MEMORY
	struct {
		volatile int at;
	} here = {0};
#define AT here.at
#else
	int at = 0;
#define AT at
#endif
	/* 0 3 1 4 2: found by following, not by counting */
	while (AT != 2 && !atomic_load(&never))
		AT = next[AT];
	for (int i = 0; i != 2; i = next[i])
		turns++;
	return turns + 1;
}

int main(void)
{
	static const int next[] = {3, 4, 0, 1, 2};

	printf("%d\n", follow(next));
	return 0;
}
