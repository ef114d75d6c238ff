/* SPDX-License-Identifier: MIT */
/* range_after_return: what a range made forget is known again where the search
 * goes back to
 *
 * T1 writes byte by byte, then as a range under the lock. If it has the lock
 * first, T2's range comes after both. The other way round nothing orders T2's
 * range with the bytes. The second lock makes more executions, so that the
 * first of these goes back to where T1 is before the lock, and not to the
 * beginning.
 *
 * check: --strategy dfs --points lock
 * verdict: partial
 * races: some
 * holes: points_left_out
 * exit: 0
 */
#include "test.h"

enum {
	SIZE = 1000
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static char *block;

static void *one(void *unused)
{
	for (int i = 0; i < SIZE; i++)
		block[i] = 1;
	pthread_mutex_lock(&m);
	memset(block, 2, SIZE);
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&n);
	pthread_mutex_unlock(&n);
	return unused;
}

/* Whole tiles of scarp's alone. */
static void *two(void *unused)
{
	uintptr_t inner = ((uintptr_t)block + 255) & ~(uintptr_t)255;

	pthread_mutex_lock(&m);
	memset((char *)inner, 3, 512);
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&n);
	pthread_mutex_unlock(&n);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	block = malloc(SIZE);
	a = start(one, NULL);
	b = start(two, NULL);
	finish(a);
	finish(b);
	return 0;
}
