/* SPDX-License-Identifier: MIT */
/* order: dfs begins with the schedule in which nobody is interrupted
 *
 * The thread that posted goes on although main could.
 *
 * check: --strategy dfs --max-executions 1
 * verdict: partial
 * exit: 4
 * states: thread,main,
 * native: prints main,thread,
 */
#include "test.h"
#include <semaphore.h>

static sem_t s;

static void *work(void *unused)
{
	sem_post(&s);
	printf("thread,");
	return NULL;
}

int main(void)
{
	pthread_t t;

	sem_init(&s, 0, 0);
	t = start(work, NULL);
	sem_wait(&s);
	printf("main,");
	finish(t);
	return 0;
}
