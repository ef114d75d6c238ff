/* SPDX-License-Identifier: MIT */
/* many: ten thousand blocks an execution, and a large one
 *
 * check: --exhaustive
 * verdict: verified
 * states: sum=49995000
 * native: sc
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
	char *large = malloc(64 << 20);

	large[0] = large[(64 << 20) - 1] = 1;
	free(large);
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(work, NULL);
	long sum = 0;

	for (int i = 0; i < 10000; i++) {
		int *p = malloc(sizeof *p);

		*p = i;
		sum += *p;
		free(p);
	}
	atomic_fetch_add(&x, 1);
	finish(t);
	printf("sum=%ld\n", sum);
	return 0;
}
