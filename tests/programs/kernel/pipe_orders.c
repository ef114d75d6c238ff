/* SPDX-License-Identifier: MIT */
/* pipe_orders: who reads from a pipe comes after what its writer did before,
 * and who finds a file's place moved after what was done before the move
 *
 * check: --exhaustive
 * flags: -DWAY=0
 * verdict: verified
 * races: none
 * states: 1
 *
 * check: --exhaustive
 * flags: -DWAY=1
 * verdict: verified
 * races: none
 * states: 0 1
 */
#include "test.h"

#include <sys/mman.h>

static int pipes[2], file, data;

static void *other(void *unused)
{
	char byte;

	data = 1;
	if (WAY == 0)
		assert(write(pipes[1], "a", 1) == 1);
	else
		assert(read(file, &byte, 1) == 1);
	return NULL;
}

int main(void)
{
	char byte;
	pthread_t t;
	int seen = 0;

	assert(pipe(pipes) == 0);
	file = memfd_create("file", 0);
	assert(pwrite(file, "a", 1, 0) == 1);
	t = start(other, NULL);
	if (WAY == 0 ? read(pipes[0], &byte, 1) == 1
		     : lseek(file, 0, SEEK_CUR) == 1)
		seen = data;
	finish(t);
	printf("%d\n", seen);
	return 0;
}
