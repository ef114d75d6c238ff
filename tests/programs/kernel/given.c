/* SPDX-License-Identifier: MIT */
/* given: calls that scarp does not model are not given descriptors of its own,
 * which the kernel does not know; those that are the kernel's they get
 *
 * verdict: error
 * modes: fork
 *
 * check: --exhaustive
 * args: epoll
 * says: the test calls 'epoll_ctl of an eventfd', which scarp does not support
 *
 * check: --exhaustive
 * args: ioctl
 * says: 'ioctl of a pipe', which scarp does not support
 *
 * check: --exhaustive
 * args: option
 * says: 'setsockopt of a socket pair'
 *
 * check: --exhaustive
 * args: splice
 * says: 'splice of a file that scarp keeps in memory'
 *
 * check: --exhaustive
 * args: name
 * says: open of '/dev/fd/
 *
 * check: --exhaustive
 * args: look
 * says: 'statx of a pipe'
 *
 * check: --exhaustive
 * args: later
 * says: 'aio_read of a pipe'
 *
 * check: --exhaustive
 * args: under
 * says: 'statvfs, which looks at the disk, where nothing is of the files that
 *
 * check: --exhaustive
 * args: real
 * verdict: partial
 * holes: real_calls
 */
#include "test.h"

#include <aio.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

static void *nothing(void *arg)
{
	return arg;
}

int main(int argc, char **argv)
{
	struct epoll_event e = {.events = EPOLLIN};
	int p[2], s[2], n = 1, file, polls = epoll_create1(0);
	static char path[40];
	/* It is written to when main has returned. */
	static struct aiocb later = {.aio_buf = path, .aio_nbytes = 1};
	struct statvfs fs;
	struct statx st;
	char what = argv[argc - 1][0];

	finish(start(nothing, NULL));
	assert(pipe(p) == 0);
	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
	switch (what) {
	case 'e':
		return epoll_ctl(polls, EPOLL_CTL_ADD, eventfd(0, 0), &e);
	case 'i':
		return ioctl(p[0], FIONREAD, &n);
	case 'o':
		return setsockopt(s[0], SOL_SOCKET, SO_KEEPALIVE, &n, sizeof n);
	case 's':
		file = open("/dev/zero", O_RDWR);
		return splice(file, NULL, p[1], NULL, 1, 0) != 1;
	case 'n':
		snprintf(path, sizeof path, "/dev/fd/%d", p[0]);
		return open(path, O_RDONLY) < 0;
	case 'l':
		if (argv[argc - 1][1] == 'o')
			return statx(p[0], "", AT_EMPTY_PATH, 0, &st);
		later.aio_fildes = p[0];
		return aio_read(&later);
	case 'u':
		return mkdir("made", 0700) || statvfs("made", &fs);
	default:
		file = socket(AF_UNIX, SOCK_STREAM, 0);
		assert(file >= 0);
		assert(setsockopt(file, SOL_SOCKET, SO_KEEPALIVE, &n,
			       sizeof n) == 0);
		return epoll_ctl(polls, EPOLL_CTL_ADD, file, &e);
	}
}
