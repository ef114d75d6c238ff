/* SPDX-License-Identifier: MIT */
/* handshake: two threads spin on each other in turns
 *
 * check: --exhaustive
 * verdict: verified
 * states: turns=4
 * races: none
 * native: sc
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: turns=4
 */
#include "test.h"

static atomic_int turn;
static int turns;

static void *play(void *argument)
{
	int me = (int)(intptr_t)argument;

	for (int i = 0; i < 2; i++) {
		while (atomic_load(&turn) != me)
			;
		turns++;
		atomic_store(&turn, 1 - me);
	}
	return NULL;
}

int main(void)
{
	pthread_t a = start(play, (void *)0), b = start(play, (void *)1);

	finish(a);
	finish(b);
	printf("turns=%d\n", turns);
	return 0;
}
