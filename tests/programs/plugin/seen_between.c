/* SPDX-License-Identifier: MIT */
/* seen_between: what lies between two stores to a static variable whose address
 * is taken nowhere, or between a store and a load, is an atomic operation. Each
 * store and load that the plain compiler leaves in is seen (clang leaves one
 * store, so that it has no part in this)
 *
 * check: --exhaustive
 * compilers: gcc
 * flags: -O1
 * verdict: verified
 * states: 0 31 33
 *
 * check: --exhaustive
 * compilers: gcc
 * flags: -O2
 * verdict: verified
 * states: 0 31 33
 *
 * check: --exhaustive
 * compilers: gcc
 * flags: -O1 -DLOADS
 * verdict: verified
 * states: 7 31
 *
 * native: prints 0 7 31 33
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x[2];
static int y, z;

static void *body(void *unused)
{
	y = 31;
	atomic_store(&x[0], 2);
#ifdef LOADS
	z = y;
#else
	y = 33;
#endif
	return unused;
}

/* It is compiled first, and then gcc knows the hook of an atomic store. */
static void *other(void *unused)
{
	atomic_store(&x[1], 1);
#ifdef LOADS
	y = 7;
#else
	z = y;
#endif
	return unused;
}

int main(void)
{
	static void *(*const each[])(void *) = {body, other};
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, each[i], NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%d\n", z);
	return 0;
}
