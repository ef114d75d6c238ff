/* SPDX-License-Identifier: MIT */
/* toggled: x is set but in the middle of each turn of T; a schedule that lets
 * main look only between the turns is not fair, and no livelock
 *
 * main is the last to arrive where neither can go on, and the first to make its
 * iteration once more, for certainty: what it reads there it awaits, too.
 *
 * check: --exhaustive
 * verdict: verified
 * states: seen
 * races: none
 * native: sc
 *
 * (where nobody asks for all accesses)
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: seen
 */
#include "test.h"

static atomic_int x, stop;

static void *toggle(void *unused)
{
	while (!atomic_load(&stop)) {
		atomic_store(&x, 1);
		atomic_store(&x, 0);
	}
	return NULL;
}

int main(void)
{
	pthread_t t = start(toggle, NULL);

	while (!atomic_load(&x))
		;
	atomic_store(&stop, 1);
	finish(t);
	puts("seen");
	return 0;
}
