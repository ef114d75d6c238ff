/* SPDX-License-Identifier: MIT */
/* pair_datagrams: a pair of datagram sockets, whose connection is each one's
 * own
 *
 * One end is closed: the other waits for ever.
 *
 * check: --exhaustive
 * args: closed
 * verdict: bug deadlock
 * native: hangs a datagram socket has no end
 *
 * One end sends, while the other is connected to another socket: what was sent
 * before is thrown away, and the sender learns of that; what is sent behind
 * that is refused.
 *
 * check: --exhaustive
 * args: elsewhere
 * verdict: verified
 * states: lost refused
 * native: sc
 *
 * One end is shut down for reading while the other sends.
 *
 * check: --exhaustive
 * args: deaf
 * verdict: verified
 * states: sent broken
 * native: sc
 *
 * Who waits to read is told when that is shut down, and knows what was done
 * before.
 *
 * check: --exhaustive
 * args: woken
 * verdict: verified
 * races: none
 * states: 0
 *
 * One end is closed while the other sends: that is refused, and then there is
 * no connection any more; or it is sent, and the next one is refused.
 *
 * check: --exhaustive
 * args: gone
 * verdict: verified
 * states: sent,refused refused,none sent,sent
 * native: sc
 *
 * The same connection at the beginning of each execution, whatever else goes
 * on.
 *
 * check: --exhaustive
 * args: rewound
 * verdict: verified
 * states: 12
 * native: sc
 */
#include "test.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

static struct sockaddr_un name = {AF_UNIX};
static socklen_t size = sizeof name;
static int pair[2], other, done;

#define A(a) ((struct sockaddr *)&(a))

static void *goes_elsewhere(void *unused)
{
	assert(connect(pair[1], A(name), size) == 0);
	return unused;
}

static void *shuts(void *unused)
{
	done = 1;
	assert(shutdown(pair[1], SHUT_RD) == 0);
	return unused;
}

static void *closes(void *unused)
{
	close(pair[1]);
	return unused;
}

static void *sends_first(void *unused)
{
	assert(send(pair[1], "first", 5, 0) == 5);
	return goes_elsewhere(unused);
}

static void *writes(void *fd)
{
	for (int i = 0; i < 3; i++)
		assert(write(*(int *)fd, "xy", 2) == 2);
	return NULL;
}

/* In many orders. */
static int rewound(void)
{
	int p[2], n = 0;
	char text[12];
	pthread_t t[3];

	assert(pipe(p) == 0);
	t[0] = start(writes, &p[1]);
	t[1] = start(writes, &p[1]);
	t[2] = start(sends_first, NULL);
	for (int i = 0; i < 3; i++)
		finish(t[i]);
	assert(recv(pair[0], text, 5, MSG_DONTWAIT) == 5);
	while (n < 12)
		n += (int)read(p[0], text, 12);
	return n;
}

static const char *sends(void)
{
	if (send(pair[0], "x", 1, 0) == 1)
		return "sent";
	switch (errno) {
	case ECONNREFUSED:
	case EPERM:
		return "refused";
	case ENOTCONN:
		return "none";
	default:
		assert(errno == EPIPE);
		return "broken";
	}
}

int main(int argc, char **argv)
{
	const char *what = argv[argc - 1], *first;
	char byte;
	pthread_t t;

	assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0);
	other = socket(AF_UNIX, SOCK_DGRAM, 0);
	assert(bind(other, A(name), sizeof(sa_family_t)) == 0);
	assert(getsockname(other, A(name), &size) == 0);
	switch (what[0]) {
	case 'c':
		close(pair[1]);
		return (int)read(pair[0], &byte, 1);
	case 'e':
		t = start(goes_elsewhere, NULL);
		first = sends();
		finish(t);
		assert(recv(pair[1], &byte, 1, MSG_DONTWAIT) == -1);
		assert(errno == EAGAIN);
		if (first[0] == 's') {
			assert(recv(pair[0], &byte, 1, 0) == -1);
			assert(errno == ECONNRESET);
		}
		puts(first[0] == 's' ? "lost" : first);
		break;
	case 'd':
		t = start(shuts, NULL);
		puts(sends());
		finish(t);
		break;
	case 'r':
		printf("%d\n", rewound());
		break;
	case 'w':
		t = start(shuts, NULL);
		printf("%d\n", (int)recv(pair[1], &byte, 1, 0));
		assert(done);
		finish(t);
		break;
	default:
		t = start(closes, NULL);
		first = sends();
		printf("%s,%s\n", first, sends());
		finish(t);
	}
	return 0;
}
