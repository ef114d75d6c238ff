/* SPDX-License-Identifier: MIT */
/* poll: waits for the first of two writers; with a timeout it may also see
 * neither, and without one it sees one or both
 *
 * check: --exhaustive
 * verdict: verified
 * states: forever=1 forever=2 forever=3
 * args: forever
 * native: sc
 *
 * check: --exhaustive
 * verdict: verified
 * states: timed=0 timed=1 timed=2 timed=3
 * args: timed
 * native: sc
 */
#include "test.h"

#include <poll.h>
#include <sys/eventfd.h>

static int event[2];

static void *writes(void *arg)
{
	assert(eventfd_write(*(int *)arg, 1) == 0);
	return NULL;
}

int main(int argc, char **argv)
{
	int timed = *argv[1] == 't', seen = 0;
	struct pollfd f[2];

	event[0] = eventfd(0, 0);
	event[1] = eventfd(0, 0);
	pthread_t t = start(writes, &event[0]), u = start(writes, &event[1]);

	for (int i = 0; i < 2; i++)
		f[i] = (struct pollfd){.fd = event[i], .events = POLLIN};
	assert(poll(f, 2, timed ? 1 : -1) >= !timed);
	for (int i = 0; i < 2; i++)
		seen |= (f[i].revents != 0) << i;
	finish(t);
	finish(u);
	printf("%s=%d\n", argv[1], seen);
	return 0;
}
