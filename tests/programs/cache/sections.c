/* SPDX-License-Identifier: MIT */
/* sections: four critical sections of one mutex, of which some touch the same
 * (Thomson: Practical systematic concurrency testing, 2016, figure 4.1)
 *
 * 4! orders of the sections are 24 traces.  Without the mutex two sections
 * depend when both touch x, or both touch y.  T1 writes x, T2 writes y, T3 and
 * T4 read x, and write y if it is 0.  Published: 11 that differ.  By hand: by
 * who comes before x is written, none, T3, T4, or both (in two orders):
 *   none   T3 and T4 only read x: one;
 *   T3     it writes y: before T2 or after: 2; the same with T4;
 *   both   T2 before, between or after, in two orders: 6.
 * In the end x is 1, and y is 1, or 2 where T2 did not write last.
 *
 * states: 11 12
 *
 * check: --exhaustive --cache hbr
 * verdict: verified
 * executions: 24
 * check: --exhaustive --reduce optimal
 * verdict: verified
 * executions: 24
 * check: --exhaustive --cache lazy-hbr
 * verdict: partial
 * holes: lazy_cache
 * executions: 11
 * exit: 0
 * says: order of critical sections alone
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *first(void *unused)
{
	pthread_mutex_lock(&m);
	x = 1;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *second(void *unused)
{
	pthread_mutex_lock(&m);
	y = 1;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *third(void *unused)
{
	pthread_mutex_lock(&m);
	if (x == 0)
		y = 2;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t[] = {start(first, NULL), start(second, NULL),
		start(third, NULL), start(third, NULL)};

	for (int i = 0; i < 4; i++)
		finish(t[i]);
	printf("%d%d\n", x, y);
	return 0;
}
