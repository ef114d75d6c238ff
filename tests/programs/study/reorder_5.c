/* SPDX-License-Identifier: MIT */
/* Setters store a and b, a checker finds one stored and not the other. What
 * races was chosen so that the first read of b is no point, as in the study.
 *
 * flags: -O0
 * modes: checkpoint restart
 * time: 600
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug assertion
 * executions: 8483
 * first: 3378
 * bounds: 1 7982 4
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 3681
 * first: 1513
 * bounds: 4 2843 15
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * verdict: partial
 * exit: 4
 * executions: 100000
 * failed: 0
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

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
	pthread_t t[5];

	pthread_create(&t[0], NULL, setter, NULL);
	pthread_create(&t[1], NULL, setter, NULL);
	pthread_create(&t[2], NULL, setter, NULL);
	pthread_create(&t[3], NULL, setter, NULL);
	pthread_create(&t[4], NULL, checker, NULL);
	for (int i = 0; i < 5; i++)
		pthread_join(t[i], NULL);
	return 0;
}
