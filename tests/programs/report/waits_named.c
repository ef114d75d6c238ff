/* SPDX-License-Identifier: MIT */
/* waits_named: who waits for what, by the names that the rows below use
 *
 * The lock is in a heap block, the condition a local of main, and a failure
 * tells whose end is waited for though no wait of it is part of the failure.
 *
 * check:
 * verdict: bug deadlock
 * says: T1 taker waits for heap A, held by T0 since waits_named.c:50 (
 * says: T2 sleeper waits for a wake-up from &room.door (
 * says: T2 sleeper  waits for a wake-up from &room.door
 *
 * check:
 * args: abort
 * verdict: bug abort
 * says: -- T0 waits for the end of T1 --
 */
#include "test.h"

struct room {
	pthread_mutex_t lock;
	pthread_cond_t door;
};

static void *taker(void *lock)
{
	pthread_mutex_lock(lock);
	pthread_mutex_unlock(lock);
	return NULL;
}

static void *sleeper(void *arg)
{
	struct room *room = arg;

	pthread_mutex_lock(&room->lock);
	pthread_cond_wait(&room->door, &room->lock);
	pthread_mutex_unlock(&room->lock);
	return NULL;
}

static void in_company(void)
{
	struct room room = {
		PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};
	pthread_mutex_t *held = malloc(sizeof *held);
	pthread_t t[3];

	pthread_mutex_init(held, NULL);
	pthread_mutex_lock(held);
	t[0] = start(taker, held);
	t[1] = start(sleeper, &room);
	t[2] = start(taker, &room.lock);
	for (int i = 0; i < 3; i++)
		finish(t[i]);
}

static void *aborter(void *lock)
{
	pthread_mutex_lock(lock);
	abort();
}

int main(int argc, char **argv)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

	(void)argv;
	if (argc == 1) {
		in_company();
	} else {
		pthread_t t = start(aborter, &lock);

		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
		finish(t);
	}
	return 0;
}
