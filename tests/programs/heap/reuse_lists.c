/* SPDX-License-Identifier: MIT */
/* reuse_lists: whoever freed in whatever order, the same blocks can be had
 *
 * T1 frees two blocks, the higher one first, T2 one, main waits for both. There
 * are 4 places for T2's free, and then three allocations with k blocks free,
 *
 *	a(m, k) = a(m-1, k) + k a(m-1, k-1), a(0, k) = 1
 *
 * which is 34 for three and three, the same outcomes after each order.
 *
 * check: --exhaustive --reduce none --heap=reuse
 * verdict: verified
 * executions: 136
 * distinct: 34
 */
#include "test.h"

static char *block[3];

static void *two(void *unused)
{
	free(block[1]);
	free(block[0]);
	return NULL;
}

static void *one(void *unused)
{
	free(block[2]);
	return NULL;
}

int main(void)
{
	char *got[3];
	pthread_t a, b;

	for (int i = 0; i < 3; i++)
		block[i] = malloc(8);
	a = start(two, NULL);
	b = start(one, NULL);
	finish(a);
	finish(b);
	for (int i = 0; i < 3; i++) {
		int which = 0;

		got[i] = malloc(8);
		for (int j = 0; j < i; j++)
			assert(got[i] != got[j]);
		for (int j = 0; j < 3; j++)
			if (got[i] == block[j])
				which = j + 1;
		printf("%d", which);
	}
	printf("\n");
	return 0;
}
