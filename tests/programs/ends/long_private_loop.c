/* SPDX-License-Identifier: MIT */
/* long_private_loop: much private work between operations is no hang
 *
 * check: --exhaustive
 * verdict: verified
 * states: sum=499999500000
 * native: sc
 */
#include "test.h"

static long term[1000];

static void *work(void *out)
{
	long sum = 0;

	for (int i = 0; i < 1000; i++)
		for (int k = 0; k < 1000; k++) {
			term[k] = i * 1000L + k;
			sum += term[k];
		}
	*(long *)out = sum;
	return NULL;
}

int main(void)
{
	long sum;

	finish(start(work, &sum));
	printf("sum=%ld\n", sum);
	return 0;
}
