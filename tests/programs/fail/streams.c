/* SPDX-License-Identifier: MIT */
/* streams: who opens a file by fopen, mkstemp or opendir may be told that there
 * are too many, too
 *
 * One call of each thread that may fail, and one failure at most: none, the
 * one, the other.
 *
 * check: --exhaustive --fail open
 * args: f
 * verdict: verified
 * states: 00 01 10
 *
 * check: --exhaustive --fail open
 * args: m
 * verdict: verified
 * states: 00 01 10
 *
 * check: --exhaustive --fail open
 * args: o
 * verdict: verified
 * states: 00 01 10
 *
 * check: --exhaustive
 * args: f
 * verdict: verified
 * states: 00
 */
#include "test.h"

#include <dirent.h>

static int failed[2];

static int opens(char how)
{
	char name[] = "tXXXXXX";
	FILE *f;
	DIR *d;
	int fd;

	switch (how) {
	case 'f':
		f = fopen("/etc/passwd", "r");
		return f ? fclose(f) : errno;
	case 'm':
		fd = mkstemp(name);
		return fd < 0 ? errno : unlink(name) | close(fd);
	default:
		d = opendir(".");
		return d ? closedir(d) : errno;
	}
}

static void *other(void *how)
{
	int error = opens(*(char *)how);

	assert(!error || error == EMFILE);
	failed[1] = error != 0;
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t = start(other, argv[argc - 1]);
	int error = opens(argv[argc - 1][0]);

	assert(!error || error == EMFILE);
	failed[0] = error != 0;
	finish(t);
	printf("%d%d\n", failed[0], failed[1]);
	return 0;
}
