/* SPDX-License-Identifier: MIT */
/* calls: what descriptor calls answer, one after another, is what Linux says
 *
 * No thread but main: one execution.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 1
 * states: fine
 * native: sc 3
 */
#include "test.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define FAILS(call, error)                                                     \
	do {                                                                   \
		errno = 0;                                                     \
		assert((call) == -1);                                          \
		assert(errno == (error));                                      \
	} while (0)

static void pipes(void)
{
	struct iovec part[2];
	char a[3] = "", b[3] = "", big[5000];
	int p[2];

	assert(pipe2(p, O_NONBLOCK | O_CLOEXEC) == 0);
	assert(fcntl(p[0], F_GETFD) == FD_CLOEXEC);
	assert(fcntl(p[0], F_GETFL) == (O_RDONLY | O_NONBLOCK));
	assert(fcntl(p[1], F_GETFL) == (O_WRONLY | O_NONBLOCK));
	FAILS(read(p[0], a, 1), EAGAIN);
	FAILS(read(p[1], a, 1), EBADF);
	FAILS(write(p[0], a, 1), EBADF);
	FAILS(lseek(p[0], 0, SEEK_SET), ESPIPE);
	FAILS(pread(p[0], a, 1, 0), ESPIPE);
	part[0] = (struct iovec){"123", 3};
	part[1] = (struct iovec){"45", 2};
	assert(writev(p[1], part, 2) == 5);
	part[0] = (struct iovec){a, 2};
	part[1] = (struct iovec){b, 2};
	assert(readv(p[0], part, 2) == 4);
	assert(strcmp(a, "12") == 0 && strcmp(b, "34") == 0);
	assert(read(p[0], a, 2) == 1 && *a == '5');
	/* 65536 bytes, and not one more. */
	memset(big, 'x', sizeof big);
	for (int i = 0; i < 16; i++)
		assert(write(p[1], big, 4096) == 4096);
	FAILS(write(p[1], big, 1), EAGAIN);
	assert(read(p[0], big, 5000) == 5000);
	/* Nobody reads: the signal, if ignored, is an error. */
	signal(SIGPIPE, SIG_IGN);
	assert(close(p[0]) == 0);
	FAILS(write(p[1], "x", 1), EPIPE);
	assert(close(p[1]) == 0);
	FAILS(close(p[1]), EBADF);
	FAILS(write(p[1], "x", 1), EBADF);
}

static void copies(void)
{
	int p[2], q, r;
	char c;

	assert(pipe(p) == 0);
	q = dup(p[1]);
	assert(q == p[1] + 1);
	assert(dup2(p[1], p[1]) == p[1]);
	FAILS(dup3(p[1], p[1], 0), EINVAL);
	FAILS(dup(77), EBADF);
	FAILS(dup2(77, 78), EBADF);
	r = fcntl(p[1], F_DUPFD_CLOEXEC, 40);
	assert(r == 40 && fcntl(r, F_GETFD) == FD_CLOEXEC);
	assert(fcntl(r, F_SETFD, 0) == 0 && fcntl(r, F_GETFD) == 0);
	/* Flags belong to the file, which all numbers share. */
	assert(fcntl(q, F_SETFL, O_NONBLOCK) == 0);
	assert(fcntl(p[1], F_GETFL) == (O_WRONLY | O_NONBLOCK));
	assert(close(p[1]) == 0);
	assert(write(q, "q", 1) == 1 && write(r, "r", 1) == 1);
	assert(close(q) == 0 && close(r) == 0);
	assert(read(p[0], &c, 1) == 1 && c == 'q');
	assert(read(p[0], &c, 1) == 1 && c == 'r');
	assert(read(p[0], &c, 1) == 0); /* the last writer is gone */
	close(p[0]);
}

static void events(void)
{
	eventfd_t n;
	int e = eventfd(3, EFD_NONBLOCK), s = eventfd(2, EFD_SEMAPHORE);

	assert(eventfd_read(e, &n) == 0 && n == 3);
	FAILS(eventfd_read(e, &n), EAGAIN);
	assert(eventfd_write(e, UINT64_MAX - 1) == 0);
	FAILS(eventfd_write(e, 1), EAGAIN);
	FAILS(write(e, "x", 1), EINVAL);
	assert(eventfd_read(s, &n) == 0 && n == 1);
	assert(eventfd_read(s, &n) == 0 && n == 1);
	close(e);
	close(s);
}

static void memory(void)
{
	char text[8] = "";
	int m = memfd_create("test", MFD_CLOEXEC);

	assert(write(m, "hello", 5) == 5);
	assert(lseek(m, 0, SEEK_CUR) == 5 && lseek(m, -4, SEEK_END) == 1);
	assert(read(m, text, 7) == 4 && strcmp(text, "ello") == 0);
	assert(pwrite(m, "!", 1, 7) == 1); /* a gap */
	assert(pread(m, text, 8, 0) == 8);
	assert(memcmp(text, "hello\0\0!", 8) == 0);
	assert(ftruncate(m, 2) == 0 && lseek(m, 0, SEEK_END) == 2);
	assert(ftruncate(m, 4) == 0 && pread(m, text, 8, 0) == 4);
	assert(memcmp(text, "he\0\0", 4) == 0);
	FAILS(lseek(m, -1, SEEK_SET), EINVAL);
	close(m);
}

static void sockets(void)
{
	char text[8] = "";
	int s[2];

	FAILS(socketpair(AF_INET, SOCK_STREAM, 0, s), EOPNOTSUPP);
	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
	assert(write(s[0], "ab", 2) == 2 && send(s[0], "cd", 2, 0) == 2);
	assert(recv(s[1], text, 8, 0) == 4 && memcmp(text, "abcd", 4) == 0);
	assert(write(s[1], "e", 1) == 1 && read(s[0], text, 8) == 1);
	assert(shutdown(s[0], SHUT_WR) == 0 && read(s[1], text, 8) == 0);
	FAILS(write(s[0], "x", 1), EPIPE);
	close(s[0]);
	close(s[1]);
	assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, s) == 0);
	assert(write(s[0], "abc", 3) == 3 && write(s[0], "de", 2) == 2);
	assert(write(s[0], "f", 1) == 1);
	assert(read(s[1], text, 2) == 2); /* the rest of it is lost */
	/* One at a time, whatever there is room for. */
	assert(read(s[1], text, 8) == 2 && memcmp(text, "de", 2) == 0);
	assert(read(s[1], text, 8) == 1 && *text == 'f');
	close(s[0]);
	close(s[1]);
}

static void readiness(void)
{
	struct pollfd f[3];
	int p[2];

	assert(pipe(p) == 0);
	f[0] = (struct pollfd){.fd = p[0], .events = POLLIN};
	f[1] = (struct pollfd){.fd = p[1], .events = POLLOUT};
	f[2] = (struct pollfd){.fd = -1, .events = POLLIN};
	assert(poll(f, 3, 0) == 1 && f[1].revents == POLLOUT);
	assert(f[0].revents == 0 && f[2].revents == 0);
	assert(write(p[1], "x", 1) == 1);
	assert(poll(f, 1, -1) == 1 && f[0].revents == POLLIN);
	close(p[1]);
	assert(poll(f, 1, -1) == 1 && f[0].revents == (POLLIN | POLLHUP));
	f[2].fd = 77;
	assert(poll(f + 2, 1, 0) == 1 && f[2].revents == POLLNVAL);
	close(p[0]);
}

static void files(void)
{
	char path[] = "/dev/zero", c = 1;
	int z = open(path, O_RDONLY), n = open("/dev/null", O_RDWR);

	assert(read(z, &c, 1) == 1 && c == 0);
	assert(read(n, &c, 1) == 0 && write(n, &c, 1) == 1);
	FAILS(open("/no/such/file", O_RDONLY), ENOENT);
	FAILS(write(z, &c, 1), EBADF);
	close(z);
	close(n);
}

int main(void)
{
	pipes();
	copies();
	events();
	memory();
	sockets();
	readiness();
	files();
	assert(dup(0) == 3); /* all of them were closed */
	printf("fine\n");
	return 0;
}
