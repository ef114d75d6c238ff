/* SPDX-License-Identifier: MIT
 *
 * MSG_DONTWAIT fails at once where there is nothing, or no room; MSG_NOSIGNAL
 * spares a writer the signal.  Both are of the one call.
 *
 * check: --exhaustive
 * verdict: verified
 * states: empty byte
 *
 * check: --exhaustive
 * flags: -DURGENT
 * verdict: error
 * says: recv with the flags 0x1
 * native: sc
 */
#include "test.h"

#include <errno.h>
#include <sys/socket.h>

static int ends[2];

static void *sends(void *unused)
{
	assert(send(ends[1], "x", 1, MSG_DONTWAIT | MSG_NOSIGNAL) == 1);
	return unused;
}

int main(void)
{
	static char many[1 << 14];
	pthread_t t;
	char byte = 0;
	ssize_t n;

	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
	t = start(sends, NULL);
#ifdef URGENT
	recv(ends[0], &byte, 1, MSG_OOB | MSG_DONTWAIT);
#endif
	n = recv(ends[0], &byte, 1, MSG_DONTWAIT);
	assert(n == 1 || errno == EAGAIN);
	puts(n == 1 ? "byte" : "empty");
	finish(t);
	if (n != 1) /* the flag was of that call alone */
		assert(recv(ends[0], &byte, 1, 0) == 1);
	assert(byte == 'x');
	assert(send(ends[0], many, sizeof many, MSG_DONTWAIT) == sizeof many);
	close(ends[0]);
	assert(send(ends[1], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
	return 0;
}
