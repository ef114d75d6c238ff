/* SPDX-License-Identifier: MIT */
/* yielding_mutex: a mutex that is an exchange and a yield, around an increment
 * (Blum: Practical concurrency testing, 2018, figure 2.2)
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 * states: x=4
 * native: sc
 *
 * As it is printed there, `held` is no atomic: a plain store gives it back, and
 * that is a race by the rules of C, but only of this one with the exchange.
 *
 * check: --exhaustive
 * flags: -DPRINTED
 * verdict: verified
 * races: some
 * states: x=4
 *
 * Without it an increment is lost.
 *
 * check: --exhaustive
 * flags: -DUNUSED
 * verdict: verified
 * races: some
 * states: x=2 x=3 x=4
 */
#include "test.h"

#include <sched.h>

#ifdef PRINTED
#define GIVE_BACK() (held = 0)
#else
#define GIVE_BACK() __atomic_store_n(&held, 0, __ATOMIC_SEQ_CST)
#endif
static volatile int held;
static volatile int x;

static void lock(void)
{
#ifndef UNUSED
	while (__atomic_exchange_n(&held, 1, __ATOMIC_SEQ_CST))
		sched_yield();
#endif
}

static void unlock(void)
{
#ifndef UNUSED
	GIVE_BACK();
#endif
}

static void *count(void *unused)
{
	for (int i = 0; i < 2; i++) {
		lock();
		x++;
		unlock();
	}
	return NULL;
}

int main(void)
{
	pthread_t t = start(count, NULL), u = start(count, NULL);

	finish(t);
	finish(u);
	printf("x=%d\n", x);
	return 0;
}
