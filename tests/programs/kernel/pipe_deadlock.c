/* SPDX-License-Identifier: MIT */
/* pipe_deadlock: two threads that read what the other one writes afterwards
 *
 * check: --exhaustive
 * verdict: bug deadlock
 * replays: 1
 * says: pipe A
 */
#include "test.h"

static int there[2], back[2];

static void *other(void *unused)
{
	char c;

	assert(read(there[0], &c, 1) == 1);
	assert(write(back[1], &c, 1) == 1);
	return NULL;
}

int main(void)
{
	char c = 'x';

	assert(pipe(there) == 0 && pipe(back) == 0);
	pthread_t t = start(other, NULL);

	assert(read(back[0], &c, 1) == 1);
	assert(write(there[1], &c, 1) == 1);
	finish(t);
	return 0;
}
