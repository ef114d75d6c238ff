/* SPDX-License-Identifier: MIT */
/* flags_beside: a descriptor is made non-blocking while another thread comes to
 * read it
 *
 * On Linux it depends on who is first whether the read waits for ever; here it
 * has come already, which is said. Where it comes later nothing is.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: flags_beside
 *
 * check: --exhaustive
 * flags: -DBEFORE
 * verdict: verified
 */
#include "test.h"

#include <fcntl.h>

static int ends[2];

static void *reads(void *unused)
{
	char byte;

	read(ends[0], &byte, 1);
	return unused;
}

int main(void)
{
	pthread_t t;

	assert(pipe(ends) == 0);
#ifdef BEFORE
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
#endif
	t = start(reads, NULL);
	assert(write(ends[1], "x", 1) == 1);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	finish(t);
	return 0;
}
