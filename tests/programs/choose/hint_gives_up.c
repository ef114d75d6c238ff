/* SPDX-License-Identifier: MIT */
/* hint_gives_up: a loop with a hint gives up by itself when nobody can go on
 *
 * Three looks: at 0, at what the other thread has set before one of them.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 1
 * native: prints anything
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive -j 2
 * flags: -O0
 * verdict: verified
 * states: 0 1
 *
 * Two such threads, and one that waits for both.
 *
 * check: --exhaustive
 * flags: -DBOTH
 * verdict: verified
 * states: 0 1
 *
 * It counts, and never gives up: nobody will do anything.
 *
 * check: --exhaustive --max-steps 5000
 * flags: -DLOOKS=0
 * verdict: bug deadlock
 * says: waits for another thread to do something (spin hint at hint_gives_up.c:
 */
#include "test.h"
#include <scarp/scarp.h>

#ifndef LOOKS
#define LOOKS 3
#endif

static atomic_int flag, wanted = 2;

static void *set(void *unused)
{
	atomic_store(&flag, 1);
	return unused;
}

static void *look(void *unused)
{
	for (volatile int i = 1; atomic_load(&flag) != atomic_load(&wanted);
		i++) {
		if (i == LOOKS)
			break;
		scarp_spin_hint();
	}
	return unused;
}

int main(void)
{
	pthread_t t = start(set, NULL);
#ifdef BOTH
	pthread_t other = start(look, NULL);
#endif
	int before = atomic_load(&flag);

	look(NULL);
#ifdef BOTH
	finish(other);
#endif
	finish(t);
	printf("%d\n", before);
	return 0;
}
