/* SPDX-License-Identifier: MIT */
/* pipe: one thread writes, another reads, and waits while there is nothing
 *
 * The reader takes up to 4 bytes at a time.  The operations are two writes and
 * the close of the writer, then its end; reads until the end of the file.  The
 * reader sees "ab" and "cd" in one piece or in two.
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 * states: ab,cd abcd
 * native: sc
 */
#include "test.h"

static int ends[2], shared;

static void *writer(void *unused)
{
	shared = 7; /* the pipe orders */
	assert(write(ends[1], "ab", 2) == 2);
	assert(write(ends[1], "cd", 2) == 2);
	assert(close(ends[1]) == 0);
	return NULL;
}

int main(void)
{
	char seen[16] = "", part[4];
	ssize_t n;

	assert(pipe(ends) == 0);
	assert(ends[0] == 3 && ends[1] == 4);
	pthread_t t = start(writer, NULL);

	while ((n = read(ends[0], part, sizeof part)) > 0) {
		assert(shared == 7);
		if (*seen)
			strcat(seen, ",");
		strncat(seen, part, (size_t)n);
	}
	assert(n == 0);
	finish(t);
	printf("%s\n", seen);
	return 0;
}
