/* SPDX-License-Identifier: MIT */
/* registered_between: a thread registers a handler when another one has done
 * all that it does: before exit looks whether there are more, or too late
 *
 * check: --exhaustive
 * verdict: verified
 * states: 12 1
 * native: sc
 */
#include "test.h"

#include <semaphore.h>

static sem_t go;

static void first(void)
{
	printf("1");
	sem_post(&go);
}

static void second(void)
{
	printf("2");
}

static void *registers(void *arg)
{
	sem_wait(&go);
	atexit(second);
	return arg;
}

int main(void)
{
	sem_init(&go, 0, 0);
	atexit(first);
	pthread_detach(start(registers, NULL));
	return 0;
}
