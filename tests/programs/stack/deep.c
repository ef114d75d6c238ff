/* SPDX-License-Identifier: MIT */
/* deep: 6 MiB of recursion fit into 8 MiB, with a switch at the bottom
 *
 * check: --exhaustive
 * verdict: verified
 * states: 6000,6000
 * native: sc
 */
#include "test.h"

static atomic_int x;

static int deeper(int n)
{
	volatile char frame[1000];

	frame[999] = 1;
	if (n == 1) {
		atomic_fetch_add(&x, 1);
		return frame[999];
	}
	return deeper(n - 1) + frame[999];
}

static void *work(void *unused)
{
	return (void *)(intptr_t)deeper(6000);
}

int main(void)
{
	pthread_t a = start(work, NULL);
	int m = (int)(intptr_t)work(NULL), n = (int)(intptr_t)finish(a);

	printf("%d,%d\n", m, n);
	return 0;
}
