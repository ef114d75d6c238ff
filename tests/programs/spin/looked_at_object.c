/* SPDX-License-Identifier: MIT */
/* looked_at_object: an iteration at which others looked while it had taken
 * something is not the same as none
 *
 * When T's loop has been noticed, main looks five times at a semaphore, whose
 * unit T takes and gives back in each turn.  It sees whatever it likes: five
 * bits.  None, one, none takes two turns, and T must make the second one.
 *
 * check: --exhaustive --max-steps 5000 --max-executions 5000
 * verdict: verified
 * states: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
 * states: 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
 * races: none
 */
#include "turns.h"

static atomic_int turn = 1, stop;
static sem_t unit;
static int later; /* set while T waits */

/* In another place each time, so that the loop is noticed where it begins. */
__attribute__((noinline)) static void take_turn_at(int depth)
{
	if (depth)
		take_turn_at(depth - 1);
	else
		take_turn();
	__asm__ volatile(""); /* no tail call */
}

__attribute__((noinline)) static bool step(void)
{
	static int turns;

	if (!later) {
		take_turn_at(turns++);
		return true;
	}
	if (atomic_load(&stop))
		return false;
	sem_wait(&unit);
	sem_post(&unit);
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
	int look, seen = 0;

	sem_init(&unit, 0, 1);
	t = begin_turns(work);
	later = 1;
	sem_post(&yours);
	for (int i = 0; i < 5; i++) {
		sem_getvalue(&unit, &look);
		seen = 2 * seen + look;
	}
	atomic_store(&stop, 1);
	finish(t);
	printf("%d\n", seen);
	return 0;
}
