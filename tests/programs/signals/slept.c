/* SPDX-License-Identifier: MIT */
/* slept: a socket of Unix's looks for signals when it wakes up, before it looks
 * for what came (net/unix/af_unix.c): who slept there is told EINTR although it
 * was there before the signal was sent
 *
 * A stream's byte.
 *
 * check: --exhaustive
 * flags: -DBODY=reads
 * verdict: verified
 * states: 1 -4
 * native: prints 1 -4
 *
 * check: --exhaustive --reduce none
 * flags: -DBODY=reads
 * verdict: verified
 * states: 1 -4
 *
 * check: --exhaustive
 * flags: -DBODY=reads -DFLAGS=SA_RESTART
 * verdict: verified
 * states: 1
 * native: prints 1
 *
 * Who finds it there does not sleep.
 *
 * check: --exhaustive
 * flags: -DBODY=finds
 * verdict: verified
 * states: 1
 * native: prints 1
 *
 * Its end.
 *
 * check: --exhaustive
 * flags: -DBODY=ends_there
 * verdict: verified
 * states: 0 -4
 * native: prints 0 -4
 *
 * One byte of two, the other one behind the signal: of those that have read the
 * first none fails.
 *
 * check: --exhaustive
 * flags: -DBODY=receives
 * verdict: verified
 * states: 1 2 -4
 * native: prints 1 2 -4
 *
 * Room for a connection, and for a datagram: to a name, and to whom it is
 * connected to.
 *
 * check: --exhaustive
 * flags: -DBODY=connects
 * verdict: verified
 * states: 0 -4
 * native: prints 0 -4
 *
 * check: --exhaustive
 * flags: -DBODY=sends
 * verdict: partial
 * holes: socket_room
 * states: 1 -4
 * native: prints 1 -4
 *
 * check: --exhaustive
 * flags: -DBODY=sends -DCONNECTED
 * verdict: partial
 * holes: socket_room
 * states: 1 -4
 * native: prints 1 -4
 *
 * A pipe, and packets, look first.
 *
 * check: --exhaustive
 * flags: -DBODY=pipes
 * verdict: verified
 * states: 1
 * native: prints 1
 *
 * check: --exhaustive
 * flags: -DBODY=packets
 * verdict: verified
 * states: 1
 * native: prints 1
 */
#include "test.h"

#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>

#ifndef FLAGS
#define FLAGS 0
#endif

static int ends[2];
static pthread_t caller;
static char byte[2];

static void handle(int number)
{
}

static void interrupt(void)
{
	assert(pthread_kill(caller, SIGUSR1) == 0);
}

static void *writes(void *unused)
{
	assert(write(ends[1], "a", 1) == 1);
	interrupt();
	return NULL;
}

static void *writes_two(void *unused)
{
	writes(NULL);
	assert(write(ends[1], "b", 1) == 1);
	return NULL;
}

static void *closes(void *unused)
{
	close(ends[1]);
	interrupt();
	return NULL;
}

static void *takes(void *unused)
{
	assert(recv(ends[0], byte, 1, 0) == 1);
	interrupt();
	return NULL;
}

static void *accepts(void *unused)
{
	assert(accept(ends[0], NULL, NULL) >= 0);
	interrupt();
	return NULL;
}

static void say(long n)
{
	printf("%ld\n", n < 0 ? -(long)errno : n);
}

static void pair(int type)
{
	assert(socketpair(AF_UNIX, type, 0, ends) == 0);
}

static long reads_from(void *(*other)(void *))
{
	pthread_t t = start(other, NULL);
	ssize_t n = read(ends[0], byte, 1);
	int error = errno;

	finish(t);
	errno = error;
	return n;
}

static void reads(void)
{
	pair(SOCK_STREAM);
	say(reads_from(writes));
}

static void *interrupts(void *unused)
{
	interrupt();
	return NULL;
}

static void finds(void)
{
	pair(SOCK_STREAM);
	assert(write(ends[1], "a", 1) == 1);
	say(reads_from(interrupts));
}

static void packets(void)
{
	pair(SOCK_SEQPACKET);
	say(reads_from(writes));
}

static void pipes(void)
{
	assert(pipe(ends) == 0);
	say(reads_from(writes));
}

static void ends_there(void)
{
	pair(SOCK_STREAM);
	say(reads_from(closes));
}

static void receives(void)
{
	pthread_t t;
	ssize_t n;
	int error;

	pair(SOCK_STREAM);
	t = start(writes_two, NULL);
	n = recv(ends[0], byte, 2, MSG_WAITALL);
	error = errno;
	finish(t);
	errno = error;
	say(n);
}

static const struct sockaddr *name(socklen_t *length)
{
	static struct sockaddr_un at = {.sun_family = AF_UNIX};

	if (!at.sun_path[1])
		snprintf(at.sun_path + 1, 20, "slept%d", (int)getpid());
	*length = sizeof at;
	return (const struct sockaddr *)&at;
}

static void connects(void)
{
	socklen_t n;
	const struct sockaddr *at = name(&n);
	int two[2], rc, error;
	pthread_t t;

	ends[0] = socket(AF_UNIX, SOCK_STREAM, 0);
	assert(bind(ends[0], at, n) == 0 && listen(ends[0], 0) == 0);
	for (int i = 0; i < 2; i++)
		two[i] = socket(AF_UNIX, SOCK_STREAM, 0);
	assert(connect(two[0], at, n) == 0);
	t = start(accepts, NULL);
	rc = connect(two[1], at, n);
	error = errno;
	finish(t);
	errno = error;
	say(rc);
}

static void sends(void)
{
	socklen_t n;
	const struct sockaddr *at = name(&n);
	pthread_t t;
	int rc, error;

	ends[0] = socket(AF_UNIX, SOCK_DGRAM, 0);
	ends[1] = socket(AF_UNIX, SOCK_DGRAM, 0);
	assert(bind(ends[0], at, n) == 0);
	while (sendto(ends[1], "x", 1, MSG_DONTWAIT, at, n) == 1)
		;
	assert(errno == EAGAIN);
#ifdef CONNECTED
	assert(connect(ends[1], at, n) == 0);
	at = NULL;
	n = 0;
#endif
	t = start(takes, NULL);
	rc = (int)sendto(ends[1], "y", 1, 0, at, n);
	error = errno;
	finish(t);
	errno = error;
	say(rc);
}

int main(void)
{
	struct sigaction a = {.sa_handler = handle, .sa_flags = FLAGS};

	caller = pthread_self();
	sigaction(SIGUSR1, &a, NULL);
	BODY();
	return 0;
}
