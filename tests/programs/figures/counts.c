/* SPDX-License-Identifier: MIT */
/* counts: two threads that each add 1 to x N times, unprotected (Blum:
 * Practical concurrency testing, 2018, figure 2.1)
 *
 * The sum may be as small as 2, if N > 1: each thread's last addition begins
 * with what the other's first one left; and anything up to 2 N.  Loads and
 * stores are all that matters: of the 20 orders of two x++ of three
 * instructions 6 are left of load and store, and 4 are traces (3.4.2).
 *
 * check: --exhaustive
 * flags: -DN=1
 * verdict: verified
 * races: some
 * states: x=1 x=2
 * says: no bug in all 4 traces
 *
 * check: --exhaustive --reduce none
 * flags: -DN=1
 * verdict: verified
 * races: some
 * states: x=1 x=2
 *
 * check: --exhaustive
 * flags: -DN=2
 * verdict: verified
 * races: some
 * states: x=2 x=3 x=4
 */
#include "test.h"

static volatile int x;

static void *count(void *unused)
{
	for (int i = 0; i < N; i++)
		x++;
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
