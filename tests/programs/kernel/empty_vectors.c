/* SPDX-License-Identifier: MIT */
/* empty_vectors: what the kernel answers without asking the file, and what an
 * eventfd makes of several parts
 *
 * check: --exhaustive
 * verdict: verified
 */
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static char bytes[8];
static struct iovec empty = {bytes, 0};

static void messages(int type)
{
	int s[2];

	assert(socketpair(AF_UNIX, type, 0, s) == 0);
	/* No message is sent by a vector of no bytes; by send and write, one.
	 */
	assert(writev(s[1], &empty, 1) == 0 && writev(s[1], &empty, 0) == 0);
	assert(recv(s[0], bytes, 8, MSG_DONTWAIT) == -1 && errno == EAGAIN);
	assert(send(s[1], bytes, 0, 0) == 0);
	assert(recv(s[0], bytes, 8, MSG_DONTWAIT) == 0);
	assert(write(s[1], bytes, 0) == 0);
	assert(recv(s[0], bytes, 8, MSG_DONTWAIT) == 0);
	/* Nor is one taken by a read of none, which does not wait either. */
	assert(read(s[0], bytes, 0) == 0 && readv(s[0], &empty, 1) == 0);
	assert(send(s[1], "abc", 3, 0) == 3);
	assert(read(s[0], bytes, 0) == 0 && readv(s[0], &empty, 1) == 0);
	assert(recv(s[0], bytes, 8, MSG_DONTWAIT) == 3);
	close(s[0]);
	assert(writev(s[1], &empty, 1) == 0);
	close(s[1]);
}

static void events(void)
{
	uint64_t n = 3;
	int e = eventfd(0, EFD_NONBLOCK);
	struct iovec halves[2] = {{&n, 4}, {(char *)&n + 4, 4}};
	struct iovec twice[2] = {{&n, 8}, {&n, 8}};

	assert(writev(e, &empty, 1) == 0 && readv(e, &empty, 1) == 0);
	assert(writev(e, halves, 2) == -1 && errno == EINVAL);
	assert(readv(e, halves, 2) == -1 && errno == EAGAIN);
	assert(writev(e, twice, 2) == 16);
	assert(readv(e, halves, 2) == 8 && n == 6);
	close(e);
}

static void wrong(void)
{
	struct iovec long_one = {bytes, (size_t)-1};
	int p[2];

	assert(pipe(p) == 0);
	assert(writev(p[1], &long_one, 1) == -1 && errno == EINVAL);
	assert(readv(p[0], &long_one, 1) == -1 && errno == EINVAL);
	assert(writev(p[0], &empty, 1) == -1 && errno == EBADF);
	assert(dup2(99, p[0]) == -1 && errno == EBADF);
	close(p[0]);
	assert(writev(p[1], &empty, 1) == 0);
	close(p[1]);
	assert(writev(p[1], &empty, 1) == -1 && errno == EBADF);
}

int main(void)
{
	messages(SOCK_SEQPACKET);
	messages(SOCK_DGRAM);
	events();
	wrong();
	return 0;
}
