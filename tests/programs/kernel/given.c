/* SPDX-License-Identifier: MIT */
/* given: calls that scarp does not model are not given descriptors of its own,
 * which the kernel does not know; those that are the kernel's they get
 *
 * verdict: error
 * modes: fork
 *
 * check: --exhaustive
 * args: tee
 * says: the test calls 'tee of a pipe', which scarp does not support
 *
 * check: --exhaustive
 * args: isfdtype
 * says: 'isfdtype of an eventfd', which scarp does not support
 *
 * check: --exhaustive
 * args: mark
 * says: 'sockatmark of a socket'
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
 * says: 'pathconf, which looks at the disk, where nothing is of the files that
 *
 * check: --exhaustive
 * args: real
 * verdict: partial
 * holes: real_calls
 */
#include "test.h"

#include <aio.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static void *nothing(void *arg)
{
	return arg;
}

int main(int argc, char **argv)
{
	int p[2], s[2], file;
	static char path[40];
	/* It is written to when main has returned. */
	static struct aiocb later = {.aio_buf = path, .aio_nbytes = 1};
	struct statx st;
	char what = argv[argc - 1][0];

	finish(start(nothing, NULL));
	assert(pipe(p) == 0);
	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
	switch (what) {
	case 't':
		return tee(p[0], p[1], 1, 0) == 1;
	case 'i':
		return isfdtype(eventfd(0, 0), S_IFSOCK);
	case 'm':
		return sockatmark(s[0]) == 1;
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
		return mkdir("made", 0700) ||
		       pathconf("made", _PC_NAME_MAX) < 0;
	default:
		file = inotify_init1(0);
		assert(file >= 0);
		return isfdtype(file, S_IFSOCK);
	}
}
