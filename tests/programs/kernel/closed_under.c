/* SPDX-License-Identifier: MIT */
/* closed_under: a descriptor is closed while another thread waits for it to
 * have something
 *
 * On Linux the read keeps the file, and gets what is written then; scarp's
 * takes the number anew, which it says. Where there is something to read nobody
 * waits.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: closed_beside
 *
 * check: --exhaustive
 * flags: -DDUP
 * verdict: partial
 * holes: closed_beside
 *
 * check: --exhaustive
 * flags: -DFULL
 * verdict: verified
 */
#include "test.h"

#include <signal.h>

static int ends[2];

static void *reads(void *unused)
{
	char byte;

	printf("%zd\n", read(ends[0], &byte, 1));
	return NULL;
}

int main(void)
{
	pthread_t t;

	signal(SIGPIPE, SIG_IGN);
	assert(pipe(ends) == 0);
#ifdef FULL
	assert(write(ends[1], "x", 1) == 1);
#endif
	t = start(reads, NULL);
#ifdef DUP
	dup2(1, ends[0]);
#else
	close(ends[0]);
#endif
	if (write(ends[1], "x", 1) < 0)
		close(ends[1]);
	finish(t);
	return 0;
}
