/* SPDX-License-Identifier: MIT */
/* Setters store a and b, a checker finds one stored and not the other. What
 * races was chosen so that the first read of b is no point, as in the study.
 *
 * flags: -O0
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug assertion
 * executions: 74
 * first: 43
 * bounds: 1 61 2
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 45
 * first: 25
 * bounds: 2 35 3
 * check: {study} --strategy dfs --stop-after 0
 * verdict: bug assertion
 * executions: 2494
 * failed: 23
 * first: 126
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
	pthread_t t[3];

	pthread_create(&t[0], NULL, setter, NULL);
	pthread_create(&t[1], NULL, setter, NULL);
	pthread_create(&t[2], NULL, checker, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
