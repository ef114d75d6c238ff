/* SPDX-License-Identifier: MIT */
/* locked: how many traces there are, from random schedules; far too many to be
 * explored
 *
 * By hand: two threads take one lock 30 times each, in any order: 60 over 30 is
 * 1.18 x 10^17.
 *
 * check: --strategy size --max-executions 1000
 * verdict: partial
 * exit: 0
 * says: about 10^17 different executions (traces), as 1000 random ones suggest
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *locks(void *unused)
{
	for (int i = 0; i < 30; i++) {
		pthread_mutex_lock(&m);
		n++;
		pthread_mutex_unlock(&m);
	}
	return unused;
}

int main(void)
{
	pthread_t a = start(locks, NULL), b = start(locks, NULL);
	finish(a);
	finish(b);
	return 0;
}
