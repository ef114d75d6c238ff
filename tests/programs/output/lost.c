/* SPDX-License-Identifier: MIT */
/* lost: a wrong sum, which no assertion looks at
 *
 * Two threads add to a sum without a lock.  Whoever reads the output sees that
 * one is lost; with --same-output the check does.  The order of the lines may
 * be any; it is here, where main prints.
 *
 * native: prints anything
 * check: --exhaustive --same-output
 * verdict: bug output
 * says: line 2 of standard output is "sum 1"; in the first execution it is "sum
 * 2"
 *
 * check: --same-output
 * verdict: bug output
 * says: line 2 of standard output is "sum 1"; in the first execution it is "sum
 * 2"
 *
 * check: --strategy random --max-executions 200 --same-output
 * verdict: bug output
 *
 * check: --exhaustive --same-output --any-order
 * verdict: bug output
 * says: standard output has the line "sum 1" 1 times; in the first execution it
 * is there 0 times
 *
 * check: --exhaustive
 * verdict: verified
 */
#include "test.h"

static int sum;

static void *add(void *unused)
{
	(void)unused;
	sum = sum + 1;
	return NULL;
}

int main(void)
{
	pthread_t a = start(add, NULL), b = start(add, NULL);

	finish(a);
	finish(b);
	printf("two threads\nsum %d\n", sum);
	return 0;
}
