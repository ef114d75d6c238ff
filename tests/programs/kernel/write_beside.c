/* SPDX-License-Identifier: MIT */
/* write_beside: what a write sends is read when it is made; another thread's
 * store comes before or after
 *
 * check: --exhaustive
 * flags: -DSEND=write(ends[1],&byte,1)
 * verdict: verified
 * states: 0 1
 * races: some
 *
 * check: --exhaustive
 * flags: -DSEND=writev(ends[1],&part,1)
 * verdict: partial
 * holes: may_tear
 * states: 0 1
 * races: some
 */
#include "test.h"

#include <sys/uio.h>

static char byte;
static int ends[2];
static struct iovec part = {&byte, 1};

static void *sends(void *arg)
{
	assert(SEND == 1);
	return arg;
}

int main(void)
{
	pthread_t t;
	char got;

	(void)part;
	assert(pipe(ends) == 0);
	t = start(sends, NULL);
	byte = 1;
	finish(t);
	assert(read(ends[0], &got, 1) == 1);
	printf("%d\n", got);
	return 0;
}
