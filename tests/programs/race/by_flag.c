/* SPDX-License-Identifier: MIT */
/* by_flag: a plain flag keeps two accesses apart, and races itself
 *
 * To the language both are races.  In this test the flag's two orders do no
 * harm, and the data have one order alone.
 *
 * check: --exhaustive
 * verdict: verified
 * pair: write F, read G, both, benign here
 * pair: write D, read E, one, one order
 * says: one order: the other was tried and cannot happen here, for the values
 *
 * With --races=error both are bugs, which a replay shows.
 *
 * check: --exhaustive --races=error
 * verdict: bug data_race
 * bugs: 2
 * replays: 1
 * says: T2 reads what T1 writes, and nothing orders the two
 * says: the other access by T1
 *
 * check: --strategy random --max-executions 50 --races=error
 * verdict: bug data_race
 * bugs: 2
 *
 * check: --exhaustive --races=report
 * verdict: verified
 */
#include "test.h"

#include <sched.h>

static volatile int data, flag;

static void *writes(void *unused)
{
	data = 1; /* D */
	flag = 1; /* F */
	return NULL;
}

static void *reads(void *unused)
{
	sched_yield();
	if (flag)	    /* G */
		(void)data; /* E */
	return NULL;
}

int main(void)
{
	pthread_t t = start(writes, NULL), u = start(reads, NULL);

	finish(t);
	finish(u);
	return 0;
}
