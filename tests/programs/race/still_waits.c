/* SPDX-License-Identifier: MIT */
/* still_waits: what a thread waits for is given, and taken away again before
 * that thread could go on
 *
 * It is the other post that T1 is ordered after.  (Happens-before orders it
 * after both.)  And all threads are ordered after what created them.
 *
 * check: --strategy dfs --points racing --happens-before=limited
 * and: --max-executions 1
 * verdict: partial
 * holes: budget points_left_out
 * pair: write TAKEN, write WAITED, one
 * exit: 4
 *
 * check: --strategy dfs --points racing --max-executions 1
 * verdict: partial
 * holes: points_left_out
 * pair: none
 * exit: 0
 */
#include "test.h"

#include <semaphore.h>

static sem_t s;
static volatile int data, other, from_main;

static void *waits(void *unused)
{
	sem_wait(&s);
	data = 2; /* WAITED */
	other = 2;
	(void)from_main;
	return NULL;
}

static void *takes_back(void *unused)
{
	data = 1; /* TAKEN */
	sem_post(&s);
	sem_wait(&s);
	(void)from_main;
	return NULL;
}

static void *gives(void *unused)
{
	other = 1;
	sem_post(&s);
	return NULL;
}

int main(void)
{
	from_main = 1;

	pthread_t t = start(waits, NULL), u = start(takes_back, NULL);
	pthread_t v = start(gives, NULL);

	finish(t);
	finish(u);
	finish(v);
	return 0;
}
