/* SPDX-License-Identifier: MIT */
/* descriptors.c - two calls on the same descriptors, beside each other
 *
 * descriptors KIND A B [first]: a thread makes call A and main makes call B, or
 * first one and then the other ("ab", "ba").  Prints what they gave, and what
 * is left.  Without arguments: how many kinds and calls there are.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
	KINDS = 4
};

static int in, out; /* to read from, to write to */

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

static long call(int which)
{
	char bytes[8] = {1, 0, 0, 0, 0, 0, 0, 0};
	struct iovec part = {bytes, 8};

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
	default:
		return -1;
	}
}

enum {
	CALLS = 32
};

static void make(int kind)
{
	int fds[2];

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
	default:
		exit(2);
	}
	if (kind != 2 && write(out, "abc", 3) != 3)
		exit(2);
	if (kind == 1)
		lseek(in, 0, SEEK_SET);
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
	printf("%ld,%ld,%ld,%ld,%ld\n", call(15), call(16), call(4), call(8),
		call(0));
	return 0;
}
