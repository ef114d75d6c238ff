/* SPDX-License-Identifier: MIT */
/* other_object: back at the same operation with the same registers and stack,
 * but on another object: not the same again
 *
 * For ROUNDS turns both take turns, so that T's loop has been noticed when it
 * matters.  T knows its next object before main, in its last turn, names
 * another one.  Setting the bit in a, where it is set, changes nothing; then T
 * comes to b.  Of T's last three operations (it gets the turn, a, b) none to
 * three precede main's look at b: 4 executions.
 *
 * check: --exhaustive --reduce none --max-steps 5000
 * verdict: verified
 * executions: 4
 * states: b=2 b=3
 * races: none
 */
#include "turns.h"

static atomic_int a = 1, b = 2;
static atomic_int *object = &a; /* both set while T waits */
static int over;
static int started;

/* What the caller holds at its operation must come from here alone. */
__attribute__((noinline)) static atomic_int *next(void)
{
	atomic_int *o = object;

	if (!started) {
		started = 1;
	} else if (!over) {
		take_turn();
	}
	return o;
}

static void *work(void *unused)
{
	while (atomic_fetch_or(next(), 1) != 2)
		;
	return NULL;
}

int main(void)
{
	pthread_t t;
	int seen;

	t = begin_turns(work);
	object = &b;
	over = 1;
	sem_post(&yours);
	seen = atomic_load(&b);
	finish(t);
	printf("b=%d\n", seen);
	return 0;
}
