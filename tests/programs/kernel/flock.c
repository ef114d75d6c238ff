/* SPDX-License-Identifier: MIT */
/* flock: who opened a file twice is two, of whom flock lets one in
 *
 * counter   each adds one under the lock: no race, and one after the other
 * shared    both have it for reading, and meet there
 * refused   LOCK_NB: who comes second is told so, or the first is gone
 * closed    closing the file gives the lock up
 * turns     both share it, and each wants it alone: it is given up first, so
 *            there is no deadlock (flock(2))
 * dead      two files, in either order: a deadlock, in 2 of the orders
 *
 * check: --exhaustive
 * args: counter
 * verdict: verified
 * states: 2
 * races: none
 *
 * check: --exhaustive --reduce none
 * args: counter
 * verdict: verified
 * states: 2
 * races: none
 *
 * check: --exhaustive
 * args: shared
 * verdict: verified
 * states: 11
 *
 * check: --exhaustive
 * args: refused
 * verdict: verified
 * states: 10 01 11
 *
 * check: --exhaustive
 * args: closed
 * verdict: verified
 * states: 2
 * races: none
 *
 * check: --exhaustive
 * args: turns
 * verdict: verified
 * states: 11
 *
 * check: --exhaustive
 * args: dead
 * native: 0
 * verdict: bug deadlock
 */
#include "test.h"

#include <fcntl.h>
#include <sys/file.h>

static int counter, got[2];
static pthread_barrier_t met;

static int opened(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT, 0644);

	assert(fd >= 0);
	return fd;
}

static void mine(char what, int me)
{
	int fd = opened("a"), other = opened("b");

	switch (what) {
	case 'c':
		assert(flock(fd, LOCK_EX) == 0);
		counter++;
		if (me)
			assert(flock(fd, LOCK_UN) == 0);
		break;
	case 's':
		assert(flock(fd, LOCK_SH) == 0);
		pthread_barrier_wait(&met);
		got[me] = 1;
		break;
	case 't':
		assert(flock(fd, LOCK_SH) == 0);
		assert(flock(fd, LOCK_EX) == 0);
		got[me] = 1;
		break;
	case 'r':
		got[me] = flock(fd, LOCK_EX | LOCK_NB) == 0;
		assert(got[me] || errno == EWOULDBLOCK);
		break;
	default:
		assert(flock(me ? fd : other, LOCK_EX) == 0);
		assert(flock(me ? other : fd, LOCK_EX) == 0);
	}
	close(fd);
	close(other);
}

static void *other(void *what)
{
	mine(*(const char *)what, 1);
	return NULL;
}

int main(int argc, char **argv)
{
	char *what = argv[argc - 1];
	pthread_t t;

	pthread_barrier_init(&met, NULL, 2);
	t = start(other, what);
	mine(*what, 0);
	finish(t);
	if (*what == 'c')
		printf("%d\n", counter);
	else
		printf("%d%d\n", got[0], got[1]);
	unlink("a");
	unlink("b");
	return 0;
}
