/* SPDX-License-Identifier: MIT */
/* call_of_null: of a call that leads to no code, the place is that of the call
 *
 * check: --exhaustive
 * verdict: bug crash
 * says: call_it
 * says: f();
 *
 * And of a function of the runtime's that crashes for the test, the test's.
 *
 * check: --exhaustive
 * flags: -DLOCK
 * verdict: bug crash
 * says: bare line numbers are of call_of_null.c
 */
#include "test.h"

static void (*volatile f)(void);
static struct {
	long before[4];
	pthread_mutex_t lock;
} *volatile nowhere;

static __attribute__((noinline)) void call_it(void)
{
#ifdef LOCK
	pthread_mutex_lock(&nowhere->lock); /* BUG */
#else
	f(); /* BUG */
#endif
	f = NULL;
}

int main(void)
{
	call_it();
	return 0;
}
