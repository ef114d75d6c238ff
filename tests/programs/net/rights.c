/* SPDX-License-Identifier: MIT */
/* rights: descriptors that are passed between threads (SCM_RIGHTS)
 *
 * A thread is given the end of a pipe, writes and closes it: who reads sees
 * the text and then the end, and no end before, though main closes its own.
 *
 * check: --exhaustive
 * args: works
 * verdict: verified
 * races: none
 * states: done
 * native: sc
 *
 * The number that is given is the lowest free one then: before or after another
 * thread has taken one.
 *
 * check: --exhaustive
 * args: numbers
 * verdict: verified
 * states: 0,1 1,0
 * native: sc
 *
 * What is on its way is closed with the socket that would have received it, and
 * not before: who reads the pipe sees its end only behind that.
 *
 * check: --exhaustive
 * args: lost
 * verdict: verified
 * states: open ended
 * native: sc
 *
 * The same reference in each execution, whatever else went on: the pipe ends
 * when it is closed and the message is lost.
 *
 * check: --exhaustive
 * args: each
 * verdict: verified
 * states: ended
 * native: sc
 *
 * A socket that leads to itself would never be closed.
 *
 * check: --exhaustive
 * args: itself
 * verdict: error
 * says: by which the message itself is received
 *
 * check: --exhaustive
 * args: through
 * verdict: error
 * says: by which the message itself is received
 */
#include "test.h"

#include <fcntl.h>
#include <sys/socket.h>

static int s[2], p[2], first;

static void pass(int over, int fd)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} c = {{CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
	struct iovec part = {"x", 1};
	struct msghdr m = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = &c,
		.msg_controllen = sizeof c};

	memcpy(CMSG_DATA(&c.head), &fd, sizeof fd);
	assert(sendmsg(over, &m, 0) == 1);
}

static int take(void)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} c;
	char byte;
	struct iovec part = {&byte, 1};
	struct msghdr m = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = &c,
		.msg_controllen = sizeof c};
	int fd;

	assert(recvmsg(s[1], &m, 0) == 1);
	assert(m.msg_flags == 0 && m.msg_controllen == sizeof c);
	memcpy(&fd, CMSG_DATA(&c.head), sizeof fd);
	return fd;
}

static void *works(void *unused)
{
	int fd = take();

	assert(write(fd, "text", 4) == 4);
	close(fd);
	return unused;
}

static void *opens(void *unused)
{
	first = open("/dev/null", O_RDONLY);
	return unused;
}

static void *closes(void *unused)
{
	close(s[1]);
	return unused;
}

static void *passes(void *unused)
{
	pass(s[0], p[1]);
	return unused;
}

/* Beside it, in many orders. */
static void *writes(void *fd)
{
	for (int i = 0; i < 3; i++)
		assert(write(*(int *)fd, "abc" + i, 1) == 1);
	return NULL;
}

static void each(void)
{
	int q[2];
	char text[6];
	pthread_t t, u, v;

	assert(pipe(q) == 0);
	t = start(writes, &q[1]);
	u = start(writes, &q[1]);
	v = start(passes, NULL);
	finish(t);
	finish(u);
	finish(v);
	assert(read(q[0], text, 6) == 6);
	close(p[1]);
	close(s[1]);
	assert(read(p[0], text, 1) == 0);
	puts("ended");
}

int main(int argc, char **argv)
{
	const char *what = argv[argc - 1];
	char text[8];
	int fd, lowest, n, other[2];
	pthread_t t;

	assert(pipe(p) == 0);
	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
	switch (what[0]) {
	case 'w':
		t = start(works, NULL);
		pass(s[0], p[1]);
		close(p[1]);
		assert(read(p[0], text, 8) == 4);
		assert(read(p[0], text, 8) == 0);
		finish(t);
		puts("done");
		break;
	case 'n':
		pass(s[0], p[1]);
		lowest = dup(0);
		close(lowest);
		t = start(opens, NULL);
		fd = take();
		finish(t);
		printf("%d,%d\n", fd - lowest, first - lowest);
		break;
	case 'l':
		pass(s[0], p[1]);
		close(p[1]);
		fcntl(p[0], F_SETFL, O_NONBLOCK);
		t = start(closes, NULL);
		n = (int)read(p[0], text, 1);
		assert(n == 0 || (n == -1 && errno == EAGAIN));
		finish(t);
		assert(read(p[0], text, 1) == 0);
		puts(n ? "open" : "ended");
		break;
	case 'e':
		each();
		break;
	case 'i':
		pass(s[0], s[1]);
		break;
	default:
		assert(socketpair(AF_UNIX, SOCK_STREAM, 0, other) == 0);
		pass(s[0], other[1]);
		pass(other[0], s[1]);
	}
	return 0;
}
