/* SPDX-License-Identifier: MIT */
/* many_handlers: exit runs one handler after the other, and waits for nothing
 *
 * By hand: handlers run after all other threads have ended; that they change
 * nothing makes the loop that takes them off the list no loop that waits.
 *
 * Where another thread is still there, it might register more: each handler
 * is followed by an operation.
 *
 * verdict: verified
 * check: --exhaustive
 *
 * check: --exhaustive
 * flags: -DALIVE
 */
#include "test.h"

#include <semaphore.h>

static void handler(void)
{
}

static sem_t never;

static void *nothing(void *arg)
{
#ifdef ALIVE
	sem_wait(&never);
#endif
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&never, 0, 0);
	for (int i = 0; i < 32; i++)
		atexit(handler);
	t = start(nothing, NULL);
#ifndef ALIVE
	finish(t);
#endif
	return t == 0;
}
