/* SPDX-License-Identifier: MIT */
/* edges: what a buffer cannot have, and what it forgets
 *
 * LIBRARY  a store that races inside a call is made at once, which is a hole
 * FREED    a block is freed while a store to it waits: nobody sees that
 * FRAME    the same of a frame that is left, and of what comes to lie there
 *
 * native: prints anything
 *
 * check: --exhaustive --model tso
 * flags: -DLIBRARY
 * verdict: partial
 * holes: unbuffered
 * exit: 4
 * compilers: gcc
 *
 * check: --exhaustive
 * flags: -DLIBRARY
 * verdict: verified
 * compilers: gcc
 *
 * check: --exhaustive --model tso
 * flags: -DFREED
 * verdict: verified
 * states: 12
 *
 * check: --exhaustive --reduce none --model tso
 * flags: -DFREED
 * verdict: verified
 * states: 12
 *
 * check: --exhaustive --model tso
 * flags: -DFRAME
 * verdict: verified
 * states: 55
 *
 * check: --exhaustive --model pso
 * flags: -DLIBRARY
 * verdict: partial
 * holes: unbuffered
 * exit: 4
 * compilers: gcc
 *
 * check: --exhaustive --model pso
 * flags: -DFREED
 * verdict: verified
 * states: 12
 *
 * check: --exhaustive --model pso
 * flags: -DFRAME
 * verdict: verified
 * states: 55
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define put(p, value) __atomic_store_n(p, value, __ATOMIC_RELAXED)
#define get(p) __atomic_load_n(p, __ATOMIC_RELAXED)

static volatile int x;

#if defined LIBRARY
static char text[4] = "ab";

static void *other(void *unused)
{
	x = text[0];
	return unused;
}

static void work(void)
{
	memset(text, 'c', 1);
	printf("%d\n", x != 0);
}
#elif defined FREED
static void *other(void *unused)
{
	put(&x, 1);
	return unused;
}

static void work(void)
{
	int *block = malloc(sizeof *block), *next;

	put(block, 7);
	free(block);
	next = malloc(sizeof *next);
	*next = 12;
	(void)get(&x);
	printf("%d\n", *next);
	free(next);
}
#elif defined FRAME
static void *other(void *unused)
{
	put(&x, 1);
	return unused;
}

static __attribute__((noinline)) int leaves(void)
{
	volatile int local[16];

	for (int i = 0; i < 16; i++)
		put(&local[i], 3);
	return get(&local[0]);
}

static __attribute__((noinline)) int comes(void)
{
	volatile int local[16], sum = 0;

	for (int i = 0; i < 16; i++)
		local[i] = 3;
	(void)get(&x);
	(void)get(&x);
	for (int i = 0; i < 16; i++)
		sum += local[i];
	return sum;
}

static void work(void)
{
	int seen = leaves();

	seen += comes();
	printf("%d\n", seen + 4);
}
#endif

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	work();
	pthread_join(t, NULL);
}
