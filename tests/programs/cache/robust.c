/* SPDX-License-Identifier: MIT */
/* robust: who takes a mutex after the end of its owner learns of it, so the
 * order of the two sections is more than an order
 *
 * T1 ends with the mutex.  T2 and T3 take it, one after the other: before T1,
 * or after its end, which the first of them is told and mends.  They touch
 * nothing else that is shared.
 *
 *   T1 last          neither is told: 00
 *   T2 T1 T3, or     10 01
 *   T1 first         whoever comes next: 10 01
 *
 * states: 00 01 10
 *
 * check: --exhaustive
 * verdict: verified
 * check: --exhaustive --cache hbr
 * verdict: verified
 * check: --exhaustive --cache lazy-hbr
 * verdict: partial
 * holes: lazy_cache
 * exit: 0
 */
#include "test.h"

static pthread_mutex_t m;

static void *keeps(void *unused)
{
	pthread_mutex_lock(&m);
	return NULL;
}

static void *told(void *unused)
{
	bool was = pthread_mutex_lock(&m) == EOWNERDEAD;

	if (was)
		pthread_mutex_consistent(&m);
	pthread_mutex_unlock(&m);
	return (void *)(intptr_t)was;
}

int main(void)
{
	pthread_mutexattr_t attr;
	pthread_t t[3];

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&m, &attr);
	t[0] = start(told, NULL);
	t[1] = start(told, NULL);
	t[2] = start(keeps, NULL);
	intptr_t one = (intptr_t)finish(t[0]), other = (intptr_t)finish(t[1]);
	finish(t[2]);
	printf("%d%d\n", (int)one, (int)other);
	return 0;
}
