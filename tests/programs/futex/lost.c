/* SPDX-License-Identifier: MIT */
/* lost: a wake before the wait, and the word unchanged: sleeps for ever
 *
 * check: --exhaustive
 * verdict: bug deadlock
 */
#include "futex.h"

static atomic_int word;

static void *wake(void *unused)
{
	futex_wake(&word, 1);
	return NULL;
}

int main(void)
{
	pthread_t t = start(wake, NULL);

	futex_wait(&word, 0);
	finish(t);
	return 0;
}
