/* SPDX-License-Identifier: MIT */
/* large_frame: a local array of 1 MiB fits the usual 8 MiB, and not 256 KiB
 *
 * It must not reach over the guard into the neighbour's memory.
 *
 * check: --exhaustive
 * verdict: verified
 * states: sum=256
 * native: sc
 *
 * check: --exhaustive
 * flags: -DSIZE=262144
 * verdict: bug stack_overflow
 */
#include "test.h"

#ifndef SIZE
#define SIZE 8388608
#endif

static void *work(void *unused)
{
	volatile char array[1 << 20];
	intptr_t sum = 0;

	for (int i = 0; i < 1 << 20; i += 4096)
		array[i] = 1;
	for (int i = 0; i < 1 << 20; i += 4096)
		sum += array[i];
	return (void *)sum;
}

int main(void)
{
	pthread_attr_t attr;
	pthread_t t;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, SIZE);
	assert(pthread_create(&t, &attr, work, NULL) == 0);
	printf("sum=%d\n", (int)(intptr_t)finish(t));
	return 0;
}
