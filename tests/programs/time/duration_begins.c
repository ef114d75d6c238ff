/* SPDX-License-Identifier: MIT
 *
 * A wait for so long begins with the call, which may be later than what its
 * thread did before.  One waits for 5 ms, the other one sleeps for 7, and then
 * each reads the clock.  The timeout before the sleep: 5 or 12 and 12; a call
 * before the sleep, the timeout behind it: 7 and 7; a call behind the sleep: 12
 * and, as that reads the clock before the timeout or behind, 7 or 12.
 *
 * native: prints anything
 * states: 5,12 12,12 7,7 12,7
 * verdict: verified
 *
 * check: --exhaustive
 * args: futex
 *
 * check: --exhaustive
 * args: poll
 *
 * check: --exhaustive
 * args: futex created
 *
 * check: --exhaustive
 * args: poll created
 */
#include "test.h"

#include <linux/futex.h>
#include <poll.h>
#include <sys/syscall.h>

static unsigned word;
static long began, waited, slept;
static bool futex;

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *waits(void *unused)
{
	static const struct timespec wait = {0, 5000000};

	if (futex)
		syscall(SYS_futex, &word, FUTEX_WAIT, 0, &wait, NULL, 0);
	else
		poll(NULL, 0, 5);
	waited = now();
	return unused;
}

static void *sleeps(void *unused)
{
	usleep(7000);
	slept = now();
	return unused;
}

int main(int argc, char **argv)
{
	bool created = strcmp(argv[argc - 1], "created") == 0;
	pthread_t t;

	futex = strcmp(argv[argc - 1 - created], "futex") == 0;
	began = now();
	t = start(created ? waits : sleeps, NULL);
	(created ? sleeps : waits)(NULL);
	finish(t);
	printf("%ld,%ld\n", waited - began, slept - began);
	return 0;
}
