/* SPDX-License-Identifier: MIT */
/* exit_in_thread: exit() in a thread ends the process, whatever main waits for
 *
 * Handlers run on the thread that called it, last first.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 2,1
 * native: sc
 *
 * check: --exhaustive
 * flags: -DSTATUS=3
 * verdict: bug exit_status
 *
 * check: --exhaustive --expect-exit 3
 * flags: -DSTATUS=3
 * verdict: verified
 * states: 2,1
 */
#include "test.h"
#include <semaphore.h>

#ifndef STATUS
#define STATUS 0
#endif

static sem_t never;
static pthread_t who;

static void one(void)
{
	assert(pthread_equal(pthread_self(), who));
	printf("1\n");
}

static void two(void)
{
	assert(pthread_equal(pthread_self(), who));
	printf("2,");
}

static void *leave(void *unused)
{
	who = pthread_self();
	exit(STATUS);
}

int main(void)
{
	sem_init(&never, 0, 0);
	atexit(one);
	atexit(two);
	start(leave, NULL);
	sem_wait(&never);
	return 1;
}
