/* SPDX-License-Identifier: MIT */
/* wait_wake: the wait compares and sleeps in one step, so no wake is lost
 *
 * check: --exhaustive
 * verdict: verified
 * states: x=5
 * races: none
 * native: sc
 */
#include "futex.h"

static atomic_int word;
static int x;

static void *wake(void *unused)
{
	x = 5;
	atomic_store(&word, 1);
	futex_wake(&word, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(wake, NULL);

	while (atomic_load(&word) == 0)
		futex_wait(&word, 0);
	printf("x=%d\n", x);
	finish(t);
	return 0;
}
