/* SPDX-License-Identifier: MIT */
/* alloca: and arrays of variable length, rewound like the rest
 *
 * check: --exhaustive
 * verdict: verified
 * states: 4950,4950
 * native: sc
 */
#include "test.h"
#include <alloca.h>

static atomic_int x;

static void *work(void *argument)
{
	int n = (int)(intptr_t)argument;
	volatile int *one = alloca(n * sizeof *one);
	volatile int two[n];
	intptr_t sum = 0;

	for (int i = 0; i < n; i++)
		one[i] = i;
	atomic_fetch_add(&x, 1); /* here another thread may run */
	for (int i = 0; i < n; i++)
		two[i] = one[i];
	atomic_fetch_add(&x, 1);
	for (int i = 0; i < n; i++)
		sum += two[i];
	return (void *)sum;
}

int main(void)
{
	pthread_t a = start(work, (void *)100), b = start(work, (void *)100);
	int m = (int)(intptr_t)finish(a), n = (int)(intptr_t)finish(b);

	printf("%d,%d\n", m, n);
	return 0;
}
