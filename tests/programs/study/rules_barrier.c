/* SPDX-License-Identifier: MIT */
/* who comes to a barrier is counted at once, and the one point is to
 * leave it; nobody is told to be the last.
 * Numbers: tests/oracle/study.py.
 *
 * flags: -O0
 * states: mt0 tm0
 * check: {study} --strategy dfs --stop-after 0
 * verdict: partial
 * holes: points_left_out barrier_nobody
 * exit: 0
 * executions: 6
 * native: prints mt1 tm1 m0 t0 m1 t1
 */
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t b;
static int serial;
static int mark, n;
static char order[3];

static void meet(char name)
{
	serial += pthread_barrier_wait(&b) != 0;
	mark = 1;
	order[n++] = name;
}

static void *thread(void *arg)
{
	(void)arg;
	meet('t');
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t, NULL, thread, NULL);
	meet('m');
	pthread_join(t, NULL);
	printf("%s%d\n", order, serial);
	return 0;
}
