/* SPDX-License-Identifier: MIT */
/* writes_file: a file that is made, written and left is made anew in every
 * execution, and never reaches the disk
 *
 * One addition of each thread: 2 orders.  (Natively the second run finds the
 * file of the first.)
 *
 * native: 0
 * verdict: verified
 * states: 3,x
 *
 * check: --exhaustive --reduce none
 * args: written
 * executions: 2
 *
 * check: --exhaustive --jobs 2
 * args: written
 *
 * check: --strategy random --max-executions 20
 * args: written
 * verdict: partial
 * exit: 0
 */
#include "test.h"

#include <fcntl.h>

static atomic_int x;

static void *adds(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(int argc, char **argv)
{
	int file = open(argv[1], O_RDWR | O_CREAT | O_EXCL, 0666);
	char c = 0;
	pthread_t t = start(adds, NULL);

	atomic_fetch_add(&x, 1);
	finish(t);
	assert(write(file, "x", 1) == 1);
	assert(lseek(file, 0, SEEK_SET) == 0 && read(file, &c, 1) == 1);
	printf("%d,%c\n", file, c);
	close(file);
	return 0;
}
