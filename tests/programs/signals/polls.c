/* SPDX-License-Identifier: MIT */
/* polls: a timer's signal comes to a thread that polls, behind a turn that came
 * to nothing, when another one has ended or not
 *
 * Audited: where main took the signal instead, such an execution is cut, and
 * who polls was not asked for there.
 *
 * check: --exhaustive --turns erased
 * verdict: verified
 * races: none
 */
#define _GNU_SOURCE
#include "test.h"
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static atomic_int x;

static void came(int number)
{
	(void)number;
	atomic_store(&x, 1);
}

static void *waits(void *unused)
{
	while (!atomic_load(&x))
		usleep(1000);
	return unused;
}

static void *ends(void *unused)
{
	return unused;
}

int main(void)
{
	struct itimerval soon = {.it_value.tv_usec = 5000};
	pthread_t waiting, other;

	signal(SIGALRM, came);
	setitimer(ITIMER_REAL, &soon, NULL);
	waiting = start(waits, NULL);
	other = start(ends, NULL);
	finish(waiting);
	finish(other);
	return 0;
}
