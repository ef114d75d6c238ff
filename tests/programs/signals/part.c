/* SPDX-License-Identifier: MIT */
/* part: a call that has done a part of its work when a handler comes returns
 * the part, though SA_RESTART lets it go on where it has done nothing
 *
 * 4 KiB more than a pipe has room for.  Printed: how much was written, and
 * whether the handler found the pipe full while the call was made.  That it
 * does so and the call goes on to its end is not possible.  By hand.
 *
 * check: --exhaustive
 * flags: -DBODY=writes
 * verdict: verified
 * states: 65536,0 65536,1 69632,0
 * native: prints 65536,0 65536,1 69632,0
 *
 * check: --exhaustive --reduce none
 * flags: -DBODY=writes
 * verdict: verified
 * states: 65536,0 65536,1 69632,0
 *
 * Two bytes, of which the first is there before the signal is sent.
 *
 * check: --exhaustive
 * flags: -DBODY=receives
 * verdict: verified
 * states: 1 2
 * native: prints 1 2
 *
 * Two parts of an eventfd, which has room for the first.
 *
 * check: --exhaustive
 * flags: -DBODY=adds
 * verdict: verified
 * states: 8 16
 * native: prints 8 16
 */
#include "test.h"

#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>

enum {
	ROOM = 65536,
	MORE = ROOM + 4096
};

static char in[MORE], out[MORE];
static int ends[2];
static pthread_t caller;
static volatile sig_atomic_t calls, full;

static void handle(int number)
{
	int n = 0;

	ioctl(ends[0], FIONREAD, &n);
	full |= calls && n == ROOM;
}

static void *reads(void *unused)
{
	assert(pthread_kill(caller, SIGUSR1) == 0);
	while (read(ends[0], in, sizeof in) > 0)
		;
	return NULL;
}

static void writes(void)
{
	ssize_t n;
	pthread_t t;

	assert(pipe(ends) == 0);
	t = start(reads, NULL);
	calls = 1;
	n = write(ends[1], out, sizeof out);
	calls = 0;
	close(ends[1]);
	finish(t);
	printf("%zd,%d\n", n, full);
}

static void *sends(void *unused)
{
	assert(write(ends[1], "a", 1) == 1);
	assert(pthread_kill(caller, SIGUSR1) == 0);
	assert(write(ends[1], "b", 1) == 1);
	return NULL;
}

static void receives(void)
{
	ssize_t n;
	pthread_t t;

	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
	t = start(sends, NULL);
	n = recv(ends[0], in, 2, MSG_WAITALL);
	finish(t);
	printf("%zd\n", n);
}

static void *takes(void *unused)
{
	uint64_t n;

	assert(pthread_kill(caller, SIGUSR1) == 0);
	assert(read(ends[0], &n, sizeof n) == sizeof n);
	return NULL;
}

static void adds(void)
{
	uint64_t most = UINT64_MAX - 1, one = 1;
	struct iovec two[] = {{&most, sizeof most}, {&one, sizeof one}};
	ssize_t n;
	pthread_t t;

	ends[0] = eventfd(0, 0);
	t = start(takes, NULL);
	n = writev(ends[0], two, 2);
	finish(t);
	printf("%zd\n", n);
}

int main(void)
{
	struct sigaction a = {.sa_handler = handle, .sa_flags = SA_RESTART};

	caller = pthread_self();
	sigaction(SIGUSR1, &a, NULL);
	BODY();
	return 0;
}
