/* SPDX-License-Identifier: MIT */
/* Setters store a and b, a checker finds one stored and not the other. What
 * races was chosen so that the first read of b is no point, as in the study.
 *
 * flags: -O0
 * modes: checkpoint restart
 * time: 600
 * check: {study} --strategy ipb --finish-bound
 * verdict: bug assertion
 * executions: 774
 * first: 359
 * bounds: 1 701 3
 * check: {study} --strategy idb --finish-bound
 * verdict: bug assertion
 * executions: 417
 * first: 205
 * bounds: 3 330 7
 * check: {study} --strategy dfs --stop-after 0 --max-executions 100000
 * verdict: bug assertion
 * executions: 100000
 * failed: 86
 * first: 6409
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
	pthread_t t[4];

	pthread_create(&t[0], NULL, setter, NULL);
	pthread_create(&t[1], NULL, setter, NULL);
	pthread_create(&t[2], NULL, setter, NULL);
	pthread_create(&t[3], NULL, checker, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
