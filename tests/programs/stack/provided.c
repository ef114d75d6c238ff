/* SPDX-License-Identifier: MIT */
/* provided: pthread_attr_setstack gives a thread memory without a guard; under
 * scarp an overflow is found all the same, and writes into nobody's memory
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 * states: fits
 * says: were replaced by guarded ones
 * scope: own_stack
 *
 * check: --exhaustive
 * flags: -DDEPTH=300
 * verdict: bug stack_overflow
 * says: overflowed its stack of 128 KiB at deeper
 */
#include "test.h"

#ifndef DEPTH
#define DEPTH 20
#endif

static char memory[2 * (128 << 10)] __attribute__((aligned(4096)));

__attribute__((noinline)) static int deeper(int n)
{
	volatile char frame[1000];

	frame[0] = (char)n;
	return n ? deeper(n - 1) + frame[0] : 0;
}

static void *work(void *unused)
{
	pthread_attr_t attr;
	char *low, here;
	size_t size;

	deeper(DEPTH);
	assert(pthread_getattr_np(pthread_self(), &attr) == 0);
	assert(pthread_attr_getstack(&attr, (void **)&low, &size) == 0);
	assert(size == 128 << 10 && &here > low && &here < low + size);
	pthread_attr_destroy(&attr);
	return NULL;
}

int main(void)
{
	pthread_attr_t attr;
	pthread_t t;

	pthread_attr_init(&attr);
	assert(pthread_attr_setstack(&attr, memory + (128 << 10), 128 << 10) ==
		0);
	assert(pthread_create(&t, &attr, work, NULL) == 0);
	pthread_attr_destroy(&attr);
	finish(t);
	for (int i = 0; i < 128 << 10; i++)
		assert(memory[i] == 0);
	printf("fits\n");
	return 0;
}
