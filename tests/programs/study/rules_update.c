/* SPDX-License-Identifier: MIT */
/* R-03, T-12: an update is two points, a read and a write, which nobody comes
 * between.
 * Numbers: tests/oracle/study.py.
 *
 * flags: -O0
 * states: x=2
 * check: {study} --strategy dfs --stop-after 0
 * verdict: verified
 * executions: 19
 * check: --points=study --strategy dfs
 * verdict: verified
 * executions: 19
 * says: points of the study: 0 racing instructions in 10 executions
 */
#include <pthread.h>
#include <stdio.h>

static int x;

static void *add(void *arg)
{
	(void)arg;
	__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("x=%d\n", x);
	return 0;
}
