/* SPDX-License-Identifier: MIT */
/* seen_inside: an iteration that left everything as it was, but while others
 * looked, is not known to be without effect
 *
 * For ROUNDS turns both take turns, so that T's loop has been noticed when it
 * matters.  Then T sets x and waits for the lock, which main gives back when it
 * has taken x away: all is as it was when T comes to its loop's beginning.  Yet
 * T will set x again, and main sees that or not; a third time T finds it set.
 *
 * check: --exhaustive --max-steps 5000
 * verdict: verified
 * states: again=0 again=1
 * races: none
 */
#include "turns.h"

static atomic_int turn = 1, x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int later; /* set while T waits */

__attribute__((noinline)) static bool step(void)
{
	if (!later) {
		take_turn();
		return true;
	}
	if (atomic_load(&x))
		return false;
	atomic_store(&x, 1);
	sem_post(&mine);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return true;
}

static void *work(void *unused)
{
	do
		atomic_fetch_or(&turn, 1);
	while (step());
	return NULL;
}

int main(void)
{
	pthread_t t;
	int again;

	t = begin_turns(work);
	pthread_mutex_lock(&lock);
	later = 1;
	sem_post(&yours);
	sem_wait(&mine);
	atomic_store(&x, 0);
	pthread_mutex_unlock(&lock);
	again = atomic_load(&x);
	finish(t);
	printf("again=%d\n", again);
	return 0;
}
