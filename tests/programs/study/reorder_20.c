/* SPDX-License-Identifier: MIT */
/* Ten setters store a and b, ten checkers find one stored and not the other.
 * What races was chosen so that the first read of b is no point, as in the
 * study.
 *
 * flags: -O0
 * modes: checkpoint
 * time: 600
 * native: exits -6
 * check: {study} --strategy ipb --max-executions 100000
 * verdict: partial
 * exit: 4
 * executions: 100000
 * bounds: 0 100000 0
 * check: {study} --strategy idb --max-executions 100000
 * verdict: partial
 * exit: 4
 * executions: 100000
 * bounds: 4 21023 0
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
	pthread_t t[20];

	for (int i = 0; i < 20; i++)
		pthread_create(&t[i], NULL, i < 10 ? setter : checker, NULL);
	for (int i = 0; i < 20; i++)
		pthread_join(t[i], NULL);
	return 0;
}
