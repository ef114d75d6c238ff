/* SPDX-License-Identifier: MIT */
/* nothing_read: no bytes are read from an empty pipe, or written to one that
 * nobody reads or that is full, at once and without an error;
 * and what else differs between kinds of files
 *
 * check: --exhaustive
 * verdict: verified
 * native: sc
 */
#include "test.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>

int main(void)
{
	int ends[2], gone[2], pair[2], file = memfd_create("file", 0);
	struct pollfd p = {eventfd(1, 0), POLLOUT | POLLWRNORM, 0};
	char byte[4096] = {0};
	struct iovec none[2] = {{byte, 0}, {byte, 0}};

	assert(pipe(ends) == 0 && pipe(gone) == 0);
	assert(read(ends[0], byte, 0) == 0);
	assert(readv(ends[0], none, 2) == 0);
	close(gone[0]);
	assert(write(gone[1], byte, 0) == 0);
	assert(writev(gone[1], none, 2) == 0);
	for (int i = 0; i < 16; i++)
		assert(write(ends[1], byte, sizeof byte) == sizeof byte);
	assert(write(ends[1], byte, 0) == 0);
	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
	assert(read(pair[0], byte, 0) == 0);
	assert(pwrite(file, "x", 0, 50) == 0);
	assert(lseek(file, 0, SEEK_END) == 0);
	assert(poll(&p, 1, 0) == 1 && p.revents == POLLOUT);
	/* Packets without a reader are an error, and no signal. */
	assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) == 0);
	close(pair[1]);
	assert(write(pair[0], byte, 1) == -1 && errno == EPIPE);
	return 0;
}
