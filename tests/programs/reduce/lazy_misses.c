/* SPDX-License-Identifier: MIT */
/* lazy_misses: why lazy reduction is never `verified` (Thomson: Practical
 * systematic concurrency testing, 2016, figure 4.3d)
 *
 * T2 sees y before T1 has set it, and T3 stores x before T2 does: possible when
 * T3 goes first, then T2, then T1.  It prints 01, as one of four: T2 before T1
 * or after, T3 before T2 or after.
 * Lazy reduction meets the first three: it would have to let T3 in before T1
 * takes n, and no lazy race asks for that.
 *
 * Six traces: T1 before T2 or after in m, before T3 or after in n; where T1 is
 * between the two they are ordered by that, else T2 and T3 come in two orders.
 *
 * check: --exhaustive
 * states: 01 02 11 12
 * verdict: verified
 * executions: 6
 * check: --exhaustive --cache hbr
 * states: 01 02 11 12
 * verdict: verified
 * executions: 6
 * check: --exhaustive --cache lazy-hbr
 * states: 01 02 11 12
 * verdict: partial
 * holes: lazy_cache
 * executions: 4
 * exit: 0
 * check: --exhaustive --reduce lazy
 * states: 02 11 12
 * verdict: partial
 * holes: lazy_reduction
 * exit: 0
 * native: prints 01
 */
#include "test.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER,
		       n = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static int seen;

static void *first(void *unused)
{
	pthread_mutex_lock(&n);
	pthread_mutex_lock(&m);
	y = 1;
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&n);
	return NULL;
}

static void *second(void *unused)
{
	pthread_mutex_lock(&m);
	seen = y;
	x = 1;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *third(void *unused)
{
	pthread_mutex_lock(&n);
	x = 2;
	pthread_mutex_unlock(&n);
	return NULL;
}

int main(void)
{
	pthread_t t[] = {
		start(first, NULL), start(second, NULL), start(third, NULL)};

	for (int i = 0; i < 3; i++)
		finish(t[i]);
	printf("%d%d\n", seen, x);
	return 0;
}
