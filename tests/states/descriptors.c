/* SPDX-License-Identifier: MIT */
/* descriptors.c - two calls on the same descriptors, beside each other
 *
 * descriptors KIND A B [first]: a thread makes call A and main makes call B, or
 * first one and then the other ("ab", "ba").  Prints what they gave, and what
 * is left.  Without arguments: how many kinds and calls there are.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

enum {
	KINDS = 10
};

static int in, out;			    /* to read from, to write to */
static int polls;			    /* an epoll that watches both */
static int spare;			    /* a socket that has no name yet */
static struct sockaddr_in at;		    /* where a socket is bound */
static struct sockaddr_un path = {AF_UNIX}; /* or there */
static int local;

static long said(long n)
{
	return n < 0 ? -errno : n;
}

static long number(long n)
{
	return n < 0 ? -errno : n - in;
}

static long got(long n, const char *bytes)
{
	long sum = 0;

	for (long i = 0; i < n; i++)
		sum += bytes[i];
	return n < 0 ? -errno : n * 1000 + sum;
}

static long size(void)
{
	struct stat st;

	return fstat(in, &st) ? -errno : (long)st.st_size;
}

static long ready(int fd, short events)
{
	struct pollfd p = {fd, events, 0};

	return poll(&p, 1, 0) < 0 ? -errno : p.revents;
}

static long both(void)
{
	int fds[2];

	return pipe2(fds, O_NONBLOCK) ? -errno
				      : (fds[0] - in) * 100 + fds[1] - in;
}

static long watch(int what, int fd, unsigned events, unsigned data)
{
	struct epoll_event e = {.events = events, .data.u64 = data};

	return said(epoll_ctl(polls, what, fd, &e));
}

static long watched(int most)
{
	struct epoll_event e[4];
	int n = epoll_wait(polls, e, most, 0);
	long sum = n;

	for (int i = 0; i < n; i++)
		sum = sum * 100000 + e[i].events * 10 + (long)e[i].data.u64;
	return n < 0 ? -errno : sum;
}

static long error_of(int fd)
{
	int error = 0;
	socklen_t n = sizeof error;

	return getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &n) ? -errno
								: error;
}

/* Where the socket is bound that they are about. */
static const struct sockaddr *there(socklen_t *n)
{
	*n = local ? sizeof path : sizeof at;
	return local ? (struct sockaddr *)&path : (struct sockaddr *)&at;
}

static long another(void)
{
	socklen_t n;
	const struct sockaddr *place = there(&n);

	return bind(spare, place, n) ? -errno : 0;
}

static long left(int fd)
{
	int n = 0;

	return ioctl(fd, FIONREAD, &n) ? -errno : n;
}

static long call(int which)
{
	char bytes[8] = {1, 0, 0, 0, 0, 0, 0, 0};
	struct iovec part = {bytes, 8};
	const struct sockaddr *to;
	socklen_t n;

	switch (which) {
	case 0:
		return got(read(in, bytes, 8), bytes);
	case 1:
		return said(write(out, bytes, 8));
	case 2:
		return got(pread(in, bytes, 2, 0), bytes);
	case 3:
		return said(pwrite(out, "yz", 2, 1));
	case 4:
		return said(lseek(in, 0, SEEK_CUR));
	case 5:
		return said(lseek(in, 1, SEEK_SET));
	case 6:
		return said(lseek(in, 0, SEEK_END));
	case 7:
		return said(ftruncate(out, 1));
	case 8:
		return size();
	case 9:
		return said(fcntl(in, F_GETFL));
	case 10:
		return said(fcntl(out, F_SETFL, O_NONBLOCK | O_APPEND));
	case 11:
		return said(close(in));
	case 12:
		return said(close(out));
	case 13:
		return number(dup(in));
	case 14:
		return number(dup2(in, in + 20));
	case 15:
		return ready(in, POLLIN);
	case 16:
		return ready(out, POLLOUT);
	case 17:
		return said(shutdown(out, SHUT_WR));
	case 18:
		return said(fcntl(in, F_GETFD));
	case 19:
		return said(fcntl(in, F_SETFD, FD_CLOEXEC));
	case 20:
		return number(open("/dev/null", O_RDONLY));
	case 21:
		return both();
	case 22:
		return number(memfd_create("other", 0));
	case 23:
		return said(close(in + 20));
	case 24:
		return got(readv(in, &part, 1), bytes);
	case 25:
		return said(writev(out, &part, 1));
	case 26:
		return got(read(out, bytes, 8), bytes);
	case 27:
		return said(write(in, bytes, 8));
	case 28:
		return number(eventfd(0, EFD_NONBLOCK));
	case 29:
		return said(lseek(in, 1, SEEK_CUR));
	case 30:
		return number(fcntl(in, F_DUPFD, in + 10));
	case 31:
		return number(dup2(out, in));
	case 32:
		return watched(4);
	case 33:
		return watched(1);
	case 34:
		return watch(EPOLL_CTL_DEL, in, 0, 0);
	case 35:
		return watch(EPOLL_CTL_MOD, in, EPOLLIN | EPOLLONESHOT, 3);
	case 36:
		return watch(EPOLL_CTL_ADD, in, EPOLLIN | EPOLLET, 4);
	case 37:
		return error_of(out);
	case 38:
		return said(shutdown(in, SHUT_RD));
	case 39:
		return got(recv(in, bytes, 8, MSG_PEEK | MSG_NOSIGNAL), bytes);
	case 40:
		return left(in);
	case 41:
		to = there(&n);
		return said(connect(out, to, n));
	case 42:
		return number(accept(in, NULL, NULL));
	case 43:
		return said(listen(in, 1));
	case 44:
		to = there(&n);
		return said(sendto(out, "abcd", 4, 0, to, n));
	case 45:
		return said(ioctl(in, FIONBIO, bytes));
	case 46:
		return said(connect(out, &(struct sockaddr){AF_UNSPEC},
			sizeof(struct sockaddr)));
	case 47:
		return said(unlink(path.sun_path));
	case 48:
		return said(access(path.sun_path, F_OK));
	case 49:
		return another();
	default:
		return -1;
	}
}

enum {
	CALLS = 50
};

/* Over IP, and bound. */
static int bound(int type)
{
	socklen_t n = sizeof at;
	int s = socket(AF_INET, type | SOCK_NONBLOCK, 0);

	at = (struct sockaddr_in){.sin_family = AF_INET};
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(s, (struct sockaddr *)&at, sizeof at) ||
		getsockname(s, (struct sockaddr *)&at, &n))
		exit(2);
	return s;
}

/* By a path. */
static void bound_there(int type)
{
	local = 1;
	snprintf(path.sun_path, sizeof path.sun_path, "/tmp/descriptors.%d",
		getpid());
	unlink(path.sun_path);
	in = socket(AF_UNIX, type | SOCK_NONBLOCK, 0);
	out = socket(AF_UNIX, type | SOCK_NONBLOCK, 0);
	if (bind(in, (struct sockaddr *)&path, sizeof path))
		exit(2);
}

static void make(int kind)
{
	int fds[2], listens;
	socklen_t n;

	polls = epoll_create1(0);
	signal(SIGPIPE, SIG_IGN);
	switch (kind) {
	case 0:
		if (pipe2(fds, O_NONBLOCK))
			exit(2);
		in = fds[0];
		out = fds[1];
		break;
	case 1:
		in = out = memfd_create("file", 0);
		break;
	case 2:
		in = out = eventfd(0, EFD_NONBLOCK);
		break;
	case 3:
		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds))
			exit(2);
		in = fds[0];
		out = fds[1];
		break;
	case 4:
		listens = bound(SOCK_STREAM);
		out = socket(AF_INET, SOCK_STREAM, 0);
		if (listen(listens, 1) ||
			connect(out, (struct sockaddr *)&at, sizeof at) ||
			fcntl(out, F_SETFL, O_NONBLOCK))
			exit(2);
		in = accept4(listens, NULL, NULL, SOCK_NONBLOCK);
		break;
	case 5:
		in = bound(SOCK_DGRAM);
		out = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
		if (connect(out, (struct sockaddr *)&at, sizeof at))
			exit(2);
		break;
	case 6:
		in = bound(SOCK_STREAM);
		out = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
		if (listen(in, 1))
			exit(2);
		break;
	case 7:
		if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, fds))
			exit(2);
		in = fds[0];
		out = fds[1];
		break;
	case 8:
		bound_there(SOCK_STREAM);
		if (listen(in, 1))
			exit(2);
		break;
	case 9:
		bound_there(SOCK_DGRAM);
		if (connect(out, (struct sockaddr *)&path, sizeof path))
			exit(2);
		break;
	default:
		exit(2);
	}
	watch(EPOLL_CTL_ADD, in, EPOLLIN | (in == out) * EPOLLOUT, 1);
	watch(EPOLL_CTL_ADD, out,
		EPOLLIN | (kind == 9 ? 0 : EPOLLOUT) | EPOLLET, 2);
	if (kind != 2 && kind != 6 && kind != 8 && write(out, "abc", 3) != 3)
		exit(2);
	if (kind == 1)
		lseek(in, 0, SEEK_SET);
	spare = there(&n)->sa_family ? socket(there(&n)->sa_family,
					       SOCK_DGRAM | SOCK_NONBLOCK, 0)
				     : -1;
}

static int which;
static long gave;

static void *thread(void *unused)
{
	gave = call(which);
	return NULL;
}

int main(int n, char **word)
{
	pthread_t t;
	long here;
	int a, b;

	if (n < 4) {
		printf("%d %d\n", KINDS, CALLS);
		return 0;
	}
	make(atoi(word[1]));
	a = which = atoi(word[2]);
	b = atoi(word[3]);
	if (n > 4 && word[4][0] == 'a') {
		gave = call(a);
		here = call(b);
	} else if (n > 4) {
		here = call(b);
		gave = call(a);
	} else {
		pthread_create(&t, NULL, thread, NULL);
		here = call(b);
		pthread_join(t, NULL);
	}
	printf("%ld,%ld:", gave, here);
	printf("%ld,%ld,%ld,%ld,", call(15), call(16), call(4), call(8));
	printf("%ld,", call(32));
	printf("%ld\n", call(0));
	unlink(path.sun_path);
	return 0;
}
