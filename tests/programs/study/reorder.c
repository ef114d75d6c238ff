/* SPDX-License-Identifier: MIT */
/* Setters store a and b, a checker finds one stored and not the other. What
 * races was chosen so that the first read of b is no point, as in the study.
 *
 * check: {study} --strategy ipb --finish-bound
 * flags: -O0 -DSETTERS=2
 * verdict: bug assertion
 * executions: 74
 * first: 43
 * bounds: 1 61 2
 * check: {study} --strategy idb --finish-bound
 * flags: -O0 -DSETTERS=2
 * verdict: bug assertion
 * executions: 45
 * first: 25
 * bounds: 2 35 3
 * check: {study} --strategy dfs --stop-after 0
 * flags: -O0 -DSETTERS=2
 * verdict: bug assertion
 * executions: 2494
 * failed: 23
 * first: 126
 *
 * check: {study} --strategy ipb --finish-bound
 * flags: -O0 -DSETTERS=3
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 774
 * first: 359
 * bounds: 1 701 3
 * check: {study} --strategy idb --finish-bound
 * flags: -O0 -DSETTERS=3
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 417
 * first: 205
 * bounds: 3 330 7
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * flags: -O0 -DSETTERS=3
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 100000
 * failed: 86
 * first: 6409
 *
 * check: {study} --strategy ipb --finish-bound
 * flags: -O0 -DSETTERS=4
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 8483
 * first: 3378
 * bounds: 1 7982 4
 * check: {study} --strategy idb --finish-bound
 * flags: -O0 -DSETTERS=4
 * modes: checkpoint restart
 * time: 600
 * verdict: bug assertion
 * executions: 3681
 * first: 1513
 * bounds: 4 2843 15
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * flags: -O0 -DSETTERS=4
 * modes: checkpoint restart
 * time: 600
 * verdict: partial
 * exit: 4
 * executions: 100000
 * failed: 0
 *
 * check: {study} --strategy ipb --max-executions 100000
 * flags: -O0 -DSETTERS=9
 * modes: checkpoint restart
 * time: 600
 * native: exits -6
 * verdict: partial
 * exit: 4
 * executions: 100000
 * bounds: 0 100000 0
 * check: {study} --strategy idb --max-executions 100000
 * flags: -O0 -DSETTERS=9
 * modes: checkpoint restart
 * time: 600
 * native: exits -6
 * verdict: partial
 * exit: 4
 * executions: 100000
 * bounds: 5 38129 0
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * flags: -O0 -DSETTERS=9
 * modes: checkpoint restart
 * time: 600
 * native: exits -6
 * verdict: partial
 * exit: 4
 * executions: 100000
 * failed: 0
 *
 * check: {study} --strategy ipb --max-executions 100000
 * flags: -O0 -DSETTERS=10 -DCHECKERS=10
 * modes: checkpoint
 * time: 600
 * native: exits -6
 * verdict: partial
 * exit: 4
 * executions: 100000
 * bounds: 0 100000 0
 * check: {study} --strategy idb --max-executions 100000
 * flags: -O0 -DSETTERS=10 -DCHECKERS=10
 * modes: checkpoint
 * time: 600
 * native: exits -6
 * verdict: partial
 * exit: 4
 * executions: 100000
 * bounds: 4 21023 0
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * flags: -O0 -DSETTERS=10 -DCHECKERS=10
 * modes: checkpoint
 * time: 600
 * native: exits -6
 * verdict: partial
 * exit: 4
 * executions: 100000
 * failed: 0
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef CHECKERS
#define CHECKERS 1
#endif

static int a, b;

static void *setter(void *arg)
{
	(void)arg;
	a = 1;
	b = -1;
	return NULL;
}

static void *checker(void *arg)
{
	int seen;

	(void)arg;
	seen = a;
	if (seen == 0 && b == 0)
		return NULL;
	seen = a;
	if (seen == 1 && b == -1)
		return NULL;
	assert(0); /* BUG */
	return NULL;
}

int main(void)
{
	pthread_t t[SETTERS + CHECKERS];

	for (int i = 0; i < SETTERS + CHECKERS; i++)
		pthread_create(
			&t[i], NULL, i < SETTERS ? setter : checker, NULL);
	for (int i = 0; i < SETTERS + CHECKERS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
