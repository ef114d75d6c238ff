/* SPDX-License-Identifier: MIT */
/* wakes_some: of three threads that wait for a futex two are woken: the two
 * lowest ones, and it is said that others are not tried
 *
 * By hand: whoever waits before the word changes and is not woken waits until
 * main wakes all.
 *
 * check: --exhaustive
 * verdict: verified
 * scope: futex_order
 * says: but not all, takes the lowest ones (2 of 3 threads)
 *
 * All three, or one at a time (which one is a choice): nothing to be said.
 *
 * check: --exhaustive
 * flags: -DWOKEN=3
 * verdict: verified
 * silent: a futex wake of several threads
 *
 * check: --exhaustive
 * flags: -DWOKEN=1
 * verdict: verified
 * silent: a futex wake of several threads
 */
#include "futex.h"

#ifndef WOKEN
#define WOKEN 2
#endif

static atomic_int word;

static void *wait(void *unused)
{
	while (atomic_load(&word) == 0)
		futex_wait(&word, 0);
	return NULL;
}

int main(void)
{
	pthread_t a = start(wait, NULL), b = start(wait, NULL),
		  c = start(wait, NULL);

	atomic_store(&word, 1);
	futex_wake(&word, WOKEN);
	futex_wake(&word, 3);
	finish(a);
	finish(b);
	finish(c);
	return 0;
}
