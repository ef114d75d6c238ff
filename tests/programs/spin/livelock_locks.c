/* SPDX-License-Identifier: MIT
 *
 * Each thread takes the lock, looks at a flag, and gives the lock back; nobody
 * sets a flag.  Wherever one stands, with the lock in its hand or without, the
 * other one can make its turns, and nothing comes of it.
 *
 * check: --exhaustive
 * args: lock
 * verdict: bug livelock
 *
 * check: --exhaustive
 * args: stream
 * verdict: bug livelock
 *
 * check: --exhaustive
 * args: write
 * verdict: bug livelock
 */
#include "test.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int flag[2];
static char how;

static void take(void)
{
	if (how == 's')
		flockfile(stderr);
	else if (how == 'w')
		pthread_rwlock_wrlock(&lock);
	else
		pthread_mutex_lock(&mutex);
}

static void give(void)
{
	if (how == 's')
		funlockfile(stderr);
	else if (how == 'w')
		pthread_rwlock_unlock(&lock);
	else
		pthread_mutex_unlock(&mutex);
}

static void *turns(void *mine)
{
	bool stop = false;

	while (!stop) {
		take();
		stop = *(int *)mine;
		give();
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;

	how = argv[argc - 1][0];
	t = start(turns, &flag[0]);
	turns(&flag[1]);
	finish(t);
	return 0;
}
