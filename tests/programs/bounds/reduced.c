/* SPDX-License-Identifier: MIT */
/* reduced: main locks, y=1, unlocks, b=x; T1 x=1, locks, a=y, unlocks, x=2
 *
 * Without a preemption main comes to its end first.  With one, T1 runs to its
 * end before the lock (a=0, b=2) or after the unlock (a=1, b=2), or comes in
 * while main holds the lock and has to wait (a=1, b=1).  For a=0, b=1 it must
 * be left before x=2 as well: two.
 *
 * native: sc
 * exit: 0
 * check: --strategy ipb --bound 0
 * verdict: partial
 * holes: bound
 * states: a=1,b=0
 * says: no bug in the only execution without a preemption (sc
 * check: --strategy ipb --bpor --bound 0
 * verdict: partial
 * holes: bound
 * states: a=1,b=0
 * says: no bug in any execution without a preemption: 1 stands for all (sc
 * check: --strategy ipb --bound 1
 * verdict: partial
 * holes: bound
 * states: a=1,b=0 a=0,b=2 a=1,b=2 a=1,b=1
 * check: --strategy ipb --bpor --bound 1
 * verdict: partial
 * holes: bound
 * states: a=1,b=0 a=0,b=2 a=1,b=2 a=1,b=1
 * says: with at most 1 preemption:
 * check: --strategy ipb --bpor --bound 2
 * verdict: partial
 * holes: bound
 * states: a=1,b=0 a=0,b=2 a=1,b=2 a=1,b=1 a=0,b=1
 * check: --strategy ipb --bpor
 * verdict: verified
 * states: a=1,b=0 a=0,b=2 a=1,b=2 a=1,b=1 a=0,b=1
 */
#include "../test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static int a, b;

static void *other(void *unused)
{
	atomic_store(&x, 1);
	pthread_mutex_lock(&m);
	a = atomic_load(&y);
	pthread_mutex_unlock(&m);
	atomic_store(&x, 2);
	return NULL;
}

int main(void)
{
	pthread_t t = start(other, NULL);

	pthread_mutex_lock(&m);
	atomic_store(&y, 1);
	pthread_mutex_unlock(&m);
	b = atomic_load(&x);
	finish(t);
	printf("a=%d,b=%d\n", a, b);
	return 0;
}
