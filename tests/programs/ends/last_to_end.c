/* SPDX-License-Identifier: MIT */
/* last_to_end: after pthread_exit in main the last thread to end runs the
 * handlers
 *
 * Which one that is, only the order of their ends tells.  By hand: three
 * threads that do nothing else end in 3! orders, each of them last in two.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: 0 1 2
 * last_round: 6
 * native: sc
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive --reduce source
 * verdict: verified
 * states: 0 1 2
 *
 * check: --exhaustive --reduce classic
 * verdict: verified
 * states: 0 1 2
 *
 * Each of them can be the one that a handler does not expect.
 *
 * check: --exhaustive
 * flags: -DNEVER=0
 * verdict: bug assertion
 * replays: 1
 *
 * check: --exhaustive
 * flags: -DNEVER=1
 * verdict: bug assertion
 * replays: 1
 *
 * check:
 * flags: -DNEVER=2
 * verdict: bug assertion
 * replays: 1
 *
 * Threads that are detached, and a destructor instead of a handler.
 *
 * check: --exhaustive
 * flags: -DDETACHED -DDESTRUCTOR
 * verdict: verified
 * states: 0 1 2
 *
 * Main is the last one where it has joined the others: one order.
 *
 * check: --exhaustive --reduce none
 * flags: -DJOINED
 * verdict: verified
 * states: 0
 * native: sc
 */
#include "test.h"

static _Thread_local int who;

#ifdef DESTRUCTOR
__attribute__((destructor))
#endif
static void
tell(void)
{
#ifdef NEVER
	assert(who != NEVER);
#endif
	printf("%d\n", who);
}

static void *work(void *number)
{
	who = (int)(intptr_t)number;
	return NULL;
}

int main(void)
{
	pthread_t a, b;

#ifndef DESTRUCTOR
	atexit(tell);
#endif
	a = start(work, (void *)1);
	b = start(work, (void *)2);
#ifdef JOINED
	finish(a);
	finish(b);
#endif
#ifdef DETACHED
	pthread_detach(a);
	pthread_detach(b);
#endif
	pthread_exit(NULL);
}
