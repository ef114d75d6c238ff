/* SPDX-License-Identifier: MIT */
/* orders: three threads, each with an operation that shares nothing.  Of two
 * operations the one returns before the other one is called, or they overlap:
 * the labelled interval orders of three, of which there are 19 (of two: 3).
 * Calls commute with calls and returns with returns in any search.  Where they
 * are judged, not executed, there is one trace.
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 1
 * check: --exhaustive --history executed
 * verdict: verified
 * executions: 19
 * check: --exhaustive --reduce source --history executed
 * verdict: verified
 * executions: 19
 * check: --exhaustive --refine none --history executed
 * verdict: verified
 * executions: 19
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stddef.h>

static int object;

static void *reader(void *unused)
{
	SCARP_OPERATION(&object, "read", (void)0, (), SCARP_NUMBER(5));
	return unused;
}

int main(void)
{
	pthread_t t[3];

	scarp_specification_from(&object, "register", SCARP_NUMBER(5));
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, reader, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
