/* SPDX-License-Identifier: MIT */
/* turns.h - main and T take turns for ROUNDS turns, so that T's loop has been
 * noticed when it matters: main is in its last turn when begin_turns returns.
 */
#ifndef TURNS_H
#define TURNS_H

#include "test.h"
#include <semaphore.h>

enum {
	ROUNDS = 140
};
static sem_t mine, yours;

/* In T's loop, until the last turn. */
static inline void take_turn(void)
{
	sem_post(&mine);
	sem_wait(&yours);
}

static pthread_t begin_turns(void *(*loop)(void *))
{
	pthread_t t;

	sem_init(&mine, 0, 0);
	sem_init(&yours, 0, 0);
	t = start(loop, NULL);
	for (int i = 1; i < ROUNDS; i++) {
		sem_wait(&mine);
		sem_post(&yours);
	}
	sem_wait(&mine);
	return t;
}

#endif
