/* SPDX-License-Identifier: MIT */
/* writes_file: opening a file to write makes every execution a process of its
 * own; files are not rewound, which is said
 *
 * Each execution truncates the file.  One addition of each thread: 2 orders.
 *
 * check: --exhaustive --reduce none
 * modes: checkpoint restart
 * fallback: fork
 * args: written
 * verdict: partial
 * holes: file_writes
 * executions: 2
 * states: 3,x
 * says: files cannot be rewound (open of 'written' (
 * says: writes_file.c:
 * says: starting again in fork mode
 * says: files are not rewound
 *
 * check: --exhaustive --reduce none
 * modes: fork
 * args: written
 * verdict: partial
 * holes: file_writes
 * executions: 2
 * states: 3,x
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
	int file = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0666);
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
