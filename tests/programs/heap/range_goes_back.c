/* SPDX-License-Identifier: MIT */
/* range_goes_back: what ranges wrote is put back, in all of a block
 *
 * Under a lock each thread adds its digit to every byte of the block, one by
 * memset, one by a loop over bytes. In the executions of either order the next
 * one has to find all as the last one left it.
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 2
 * states: 12 21
 */
#include "test.h"

enum {
	SIZE = 5003
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned char *block;

static unsigned char all(void)
{
	static unsigned char copy[SIZE];

	memcpy(copy, block, SIZE);
	for (int i = 1; i < SIZE; i++)
		assert(copy[i] == copy[0]);
	return copy[0];
}

static void *fill(void *unused)
{
	pthread_mutex_lock(&m);
	memset(block, 10 * all() + 1, SIZE);
	pthread_mutex_unlock(&m);
	return unused;
}

static void *step(void *unused)
{
	unsigned char was;

	pthread_mutex_lock(&m);
	was = all();
	for (int i = 0; i < SIZE; i++)
		block[i] = (unsigned char)(10 * was + 2);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	block = malloc(SIZE);
	memset(block, 0, SIZE);
	a = start(fill, NULL);
	b = start(step, NULL);
	finish(a);
	finish(b);
	printf("%d\n", all());
	return 0;
}
