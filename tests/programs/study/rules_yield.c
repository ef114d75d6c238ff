/* SPDX-License-Identifier: MIT */
/* T-09: who gives way is not enabled while another one is.
 * Numbers: tests/oracle/study.py.
 *
 * flags: -O0
 * states: mt
 * check: {study} --strategy dfs --stop-after 0
 * verdict: partial
 * holes: points_left_out forced_yield
 * exit: 0
 * executions: 2
 * native: prints tm m t
 */
#include <pthread.h>
#include <stdio.h>
#include <sched.h>

static int mark, n;
static char order[3];

static void *thread(void *arg)
{
	(void)arg;
	mark = 1;
	sched_yield();
	mark = 1;
	order[n++] = 't';
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL);
	mark = 2;
	order[n++] = 'm';
	pthread_join(t, NULL);
	printf("%s\n", order);
	return 0;
}
