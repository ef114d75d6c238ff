/* SPDX-License-Identifier: MIT */
/* a new thread runs to its first point, here its end, while its creator
 * waits. The store and the read race, and are no points.
 * Numbers: tests/oracle/study.py.
 *
 * flags: -O0
 * states: x=1
 * check: {study} --strategy dfs --stop-after 0
 * verdict: partial
 * holes: points_left_out
 * exit: 0
 * executions: 1
 * native: prints x=0
 */
#include <pthread.h>
#include <stdio.h>

static int x;

static void *set(void *arg)
{
	(void)arg;
	x = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;
	int seen;

	pthread_create(&t, NULL, set, NULL);
	seen = x;
	pthread_join(t, NULL);
	printf("x=%d\n", seen);
	return 0;
}
