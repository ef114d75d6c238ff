/* SPDX-License-Identifier: MIT */
/* plain_before: a plain access, and an atomic store of its thread behind it
 *
 * Others come between the two only before that store is seen, when its thread
 * has made it: the race of the plain access shows all the same.
 *
 * By hand: who looks finds 0, 1 or 2.  With -DREAD, who reads plainly finds 0,
 * or what the other one stores.
 *
 * native: prints anything
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive --model tso
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive --reduce source --model tso
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive --model tso
 * flags: -DORDER=__ATOMIC_RELEASE
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive --model tso
 * flags: -DLOCK
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive
 * flags: -DREAD
 * verdict: verified
 * states: 0 2
 *
 * check: --exhaustive --model tso
 * flags: -DREAD
 * verdict: verified
 * states: 0 2
 *
 * check: --exhaustive --model pso
 * flags: -DORDER=__ATOMIC_RELEASE
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive --model pso
 * flags: -DREAD
 * verdict: verified
 * states: 0 2
 */
#include "test.h"

#ifndef ORDER
#define ORDER __ATOMIC_RELAXED
#endif

static int x, found;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused)
{
#ifdef READ
	__atomic_store_n(&x, 2, __ATOMIC_RELAXED);
#else
	found = __atomic_load_n(&x, __ATOMIC_RELAXED);
#endif
	return unused;
}

int main(void)
{
	pthread_t t = start(other, NULL);

#ifdef READ
	found = *(volatile int *)&x;
	__atomic_store_n(&x, 1, ORDER);
#else
	*(volatile int *)&x = 1;
#ifdef LOCK
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
#endif
	__atomic_store_n(&x, 2, ORDER);
#endif
	finish(t);
	printf("%d\n", found);
	return 0;
}
