/* SPDX-License-Identifier: MIT */
/* descriptors: calls on descriptors, and mmap, that fail
 *
 * One call: it goes well or fails, with the error that Linux has for it, and
 * without any effect: 2 executions each.  A call that would fail anyway fails
 * with its own error, whether it was to fail or not.  What reads no byte does
 * not fail: 1.
 *
 * check: --strategy dfs --fail read
 * args: read
 * verdict: verified
 * executions: 2
 * states: 1 EIO
 *
 * check: --strategy dfs --fail read
 * args: read-bad
 * verdict: verified
 * executions: 2
 * states: EBADF
 *
 * check: --strategy dfs --fail read
 * args: read-nothing
 * verdict: partial
 * holes: nothing_failed
 * exit: 4
 * executions: 1
 * states: 0
 * says: no call failed, since the test made none of those that --fail names
 * (read)
 *
 * check: --strategy dfs --fail read
 * args: recv
 * verdict: verified
 * executions: 2
 * states: 1 ECONNRESET
 *
 * check: --strategy dfs --fail write
 * args: write
 * verdict: verified
 * executions: 2
 * states: 1 EIO
 *
 * check: --strategy dfs --fail write
 * args: write-bad
 * verdict: verified
 * executions: 2
 * states: EBADF
 *
 * check: --strategy dfs --fail write
 * args: write-large
 * verdict: verified
 * executions: 2
 * states: 5000 EIO
 *
 * check: --strategy dfs --fail write
 * args: writev
 * verdict: verified
 * executions: 2
 * states: 2 EIO
 *
 * check: --strategy dfs --fail write
 * args: send
 * verdict: verified
 * executions: 2
 * states: 1 ECONNRESET
 *
 * check: --strategy dfs --fail open
 * args: open
 * verdict: verified
 * executions: 2
 * states: 3 EMFILE
 *
 * check: --strategy dfs --fail open
 * args: dup
 * verdict: verified
 * executions: 2
 * states: 3 EMFILE
 *
 * check: --strategy dfs --fail open
 * args: dup-bad
 * verdict: verified
 * executions: 2
 * states: EBADF
 *
 * check: --strategy dfs --fail open
 * args: pipe
 * verdict: verified
 * executions: 2
 * states: 0 EMFILE
 *
 * check: --strategy dfs --fail open
 * args: socketpair
 * verdict: verified
 * executions: 2
 * states: 0 EMFILE
 *
 * check: --strategy dfs --fail open
 * args: eventfd
 * verdict: verified
 * executions: 2
 * states: 3 EMFILE
 *
 * check: --strategy dfs --fail open
 * args: memfd_create
 * verdict: verified
 * executions: 2
 * states: 3 EMFILE
 *
 * check: --strategy dfs --fail mmap
 * args: mmap
 * verdict: verified
 * executions: 2
 * states: 0 ENOMEM
 *
 * Of several, those that were never made are named; nobody asked for the
 * others.
 *
 * check: --strategy dfs --fail mmap,write
 * args: mmap
 * verdict: verified
 * executions: 2
 * states: 0 ENOMEM
 * scope: failures never_called
 * says: at most one failed call of mmap in an execution; the test never made
 * some calls that --fail names (write)
 *
 * check: --strategy dfs --fail all
 * args: mmap
 * verdict: verified
 * executions: 2
 * states: 0 ENOMEM
 * says: at most one failed call of mmap in an execution
 * silent: never made
 *
 * check: --strategy dfs --fail pthread_create,malloc
 * args: mmap
 * verdict: partial
 * holes: nothing_failed
 * exit: 4
 * executions: 1
 * states: 0
 * says: none of those that --fail names (malloc and pthread_create)
 */
#include "test.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>

static const char *which;

static bool is(const char *name)
{
	return strcmp(which, name) == 0;
}

/* Two ends of which the second may be written to; made by calls that were not
 * asked to fail. */
static long on_pipe(void)
{
	static char large[5000];
	int end[2];
	char c = 'x';

	pipe(end);
	if (is("read")) {
		long n;

		write(end[1], &c, 1);
		n = read(end[0], &c, 1);
		if (n < 0) { /* nothing was taken */
			int error = errno;

			fcntl(end[0], F_SETFL, O_NONBLOCK);
			assert(read(end[0], &c, 1) == 1);
			errno = error;
		}
		return n;
	}
	if (is("read-nothing"))
		return read(end[0], &c, 0);
	if (is("writev")) {
		struct iovec part[2] = {{&c, 1}, {&c, 1}};

		return writev(end[1], part, 2);
	}
	return write(end[1], large, is("write-large") ? sizeof large : 1);
}

static long on_socket(void)
{
	int end[2];
	char c = 'x';

	socketpair(AF_UNIX, SOCK_STREAM, 0, end);
	if (is("send"))
		return send(end[0], &c, 1, 0);
	send(end[0], &c, 1, 0);
	return recv(end[1], &c, 1, 0);
}

static long make(void)
{
	int end[2];
	char c = 'x';

	if (is("read-bad"))
		return read(77, &c, 1);
	if (is("write-bad"))
		return write(77, &c, 1);
	if (is("open"))
		return open("/dev/null", O_RDONLY);
	if (is("dup"))
		return dup(1);
	if (is("dup-bad"))
		return dup(77);
	if (is("pipe"))
		return pipe(end);
	if (is("socketpair"))
		return socketpair(AF_UNIX, SOCK_STREAM, 0, end);
	if (is("eventfd"))
		return eventfd(0, 0);
	if (is("memfd_create"))
		return memfd_create("x", 0);
	if (is("mmap"))
		return mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS,
			       -1, 0) == MAP_FAILED
			       ? -1
			       : 0;
	if (is("recv") || is("send"))
		return on_socket();
	return on_pipe();
}

int main(int argc, char **argv)
{
	long got;

	which = argv[1];
	got = make();
	if (got >= 0)
		printf("%ld\n", got);
	else
		printf("%s\n", strerrorname_np(errno));
	return 0;
}
