/* SPDX-License-Identifier: MIT */
/* variables: every thread starts with the initial values of its own copies
 *
 * Also a thread that lives after another one ended, on the same memory.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 8,1/8,1/8,1
 * races: none
 * native: sc
 */
#include "test.h"

static __thread int seven = 7;
static __thread int zero;
static __thread char line[64] __attribute__((aligned(64)));

static void *use(void *out)
{
	assert((uintptr_t)line % 64 == 0);
	for (int i = 0; i < 64; i++)
		assert(line[i] == 0);
	memset(line, 1, sizeof line);
	seven++;
	zero++;
	((int *)out)[0] = seven;
	((int *)out)[1] = zero;
	return NULL;
}

int main(void)
{
	int a[2], b[2], c[2];
	pthread_t s = start(use, a), t = start(use, b);

	finish(s);
	finish(t);
	assert(seven == 7 && zero == 0);
	finish(start(use, c));
	printf("%d,%d/%d,%d/%d,%d\n", a[0], a[1], b[0], b[1], c[0], c[1]);
	return 0;
}
