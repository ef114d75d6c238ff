/* SPDX-License-Identifier: MIT */
/* idle_poll: poll with a time limit, beside a limit made from now: such a loop
 * comes to an end, and the byte is found, whenever it is written.  If nobody
 * writes one, that is a livelock.
 *
 * check: --exhaustive
 * verdict: verified
 * scope: clock_waits clock_loops
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 *
 * check: --exhaustive
 * verdict: bug livelock
 * args: never
 */
#include "test.h"

#include <poll.h>
#include <time.h>
#include <unistd.h>

static int ends[2];

static void *waits(void *unused)
{
	struct pollfd p = {.fd = ends[0], .events = POLLIN};

	for (;;) {
		struct timespec t;

		clock_gettime(CLOCK_MONOTONIC, &t);
		t.tv_sec += 5;
		if (poll(&p, 1, 10) > 0)
			break;
		assert(t.tv_sec > 5);
	}
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	assert(pipe(ends) == 0);
	t = start(waits, NULL);
	if (argc == 1)
		assert(write(ends[1], "", 1) == 1);
	finish(t);
	return 0;
}
