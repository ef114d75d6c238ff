/* SPDX-License-Identifier: MIT */
/* mandatory: where a thread gives way or has to wait there is a decision,
 * whatever the directives say
 *
 * Each thread draws a number before it gives way and one after that: one point
 * a thread, C(3, 1) = 3 executions.  The first number is drawn when the thread
 * is created.
 *
 * In the second program a thread waits for a semaphore that main posts twice
 * before it joins.  main's posts are no points, so it goes on to the join;
 * there it waits, and nobody has a choice.
 *
 * native: prints anything
 * check: --strategy dfs --without main --without work
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 3
 * states: b=23 b=32
 * check: --strategy dfs --without main --without wait
 * args: wait
 * verdict: partial
 * holes: filtered
 * exit: 0
 * executions: 1
 * states: got
 */
#include "test.h"

#include <sched.h>
#include <semaphore.h>

static atomic_int count;
static int b[2];
static sem_t s;

static void *work(void *self)
{
	atomic_fetch_add(&count, 1);
	sched_yield();
	b[(long)self] = atomic_fetch_add(&count, 1);
	return NULL;
}

static void *wait(void *unused)
{
	sem_wait(&s);
	sem_wait(&s);
	printf("got\n");
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t, u;

	if (argc > 1) {
		sem_init(&s, 0, 0);
		t = start(wait, NULL);
		sem_post(&s);
		sem_post(&s);
		finish(t);
		return 0;
	}
	t = start(work, (void *)0);
	u = start(work, (void *)1);
	finish(t);
	finish(u);
	printf("b=%d%d\n", b[0], b[1]);
	return 0;
}
