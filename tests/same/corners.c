/* SPDX-License-Identifier: MIT */
/* corners.c - arguments that hardly anybody gives: nothing to receive, wrong
 * places and wrong descriptors at once, mutexes that are for others */
#include "say.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char b[8];

static void nothing_to_receive(void)
{
	int s[2], d[2], q[2];
	struct msghdr h = {0};

	I(socketpair(AF_UNIX, SOCK_STREAM, 1, s));
	I(socketpair(AF_UNIX, SOCK_STREAM, 2, d));
	I(socketpair(AF_UNIX, SOCK_DGRAM, 0, d));
	I(socketpair(AF_UNIX, SOCK_SEQPACKET, PF_UNIX, q));
	I(recv(s[0], b, 0, MSG_DONTWAIT));
	I(read(s[0], b, 0));
	I(recv(d[0], b, 0, MSG_DONTWAIT));
	I(recv(q[0], b, 0, MSG_DONTWAIT));
	I(send(s[1], "ab", 2, 0));
	I(recv(s[0], b, 0, MSG_DONTWAIT));
	I(recv(s[0], b, 0, 0));
	I(recv(s[0], b, 0, MSG_PEEK));
	I(recv(s[0], b, 0, MSG_WAITALL));
	I(recv(s[0], b, 8, 0));
	I(send(s[1], "", 0, 0));
	I(recv(s[0], b, 0, MSG_DONTWAIT));
	I(fcntl(s[0], F_SETFL, O_NONBLOCK));
	I(recv(s[0], b, 0, 0));
	I(recv(s[0], b, 0, MSG_WAITALL));
	I(read(s[0], b, 0));
	I(readv(s[0], 0, 0));
	I(recvmsg(s[0], &h, 0));
	I(recvmsg(d[0], &h, MSG_DONTWAIT));
	I(shutdown(s[1], SHUT_WR));
	I(recv(s[0], b, 0, MSG_DONTWAIT));
	for (int i = 0; i < 2; i++) {
		close(s[i]);
		close(d[i]);
		close(q[i]);
	}
}

static void between_files(void)
{
	off_t a = 0, c = 0, m = -1;
	int f = open("corners.d", O_CREAT | O_TRUNC | O_RDWR, 0600),
	    g = open("corners.d", O_RDWR | O_APPEND),
	    r = open("corners.d", O_RDONLY), p[2];

	I(pipe(p));
	I(write(f, "hello", 5));
	I(sendfile(-1, f, 0, 5));
	I(sendfile(f, -1, 0, 5));
	I(sendfile(f, f, 0, 0));
	I(sendfile(g, f, 0, 0));
	I(sendfile(g, r, 0, 3));
	I(sendfile(r, f, 0, 0));
	I(sendfile(-1, f, &m, 5));
	I(sendfile(f, r, &m, 5));
	I(sendfile(-1, -1, &m, 5));
	I(sendfile(p[1], r, 0, 0));
	I(copy_file_range(f, &a, g, &c, 2, 0));
	I(copy_file_range(f, &a, r, &c, 2, 0));
	I(copy_file_range(f, &a, -1, &c, 2, 0));
	I(copy_file_range(-1, &a, f, &c, 2, 0));
	I(copy_file_range(f, &a, g, &c, 2, 1));
	I(copy_file_range(f, &a, -1, &c, 2, 1));
	I(copy_file_range(f, &m, g, &c, 2, 0));
	I(copy_file_range(f, &m, f, &c, 2, 0));
	m = -7;
	I(copy_file_range(f, &m, f, &c, 2, 0));
	I(copy_file_range(f, &c, f, &m, 2, 0));
	I(copy_file_range(f, &a, p[1], 0, 2, 0));
	I(copy_file_range(p[0], 0, f, &a, 2, 0));
	I(sync_file_range(f, 0, 0, 99));
	I(sync_file_range(f, 0, 0, 7));
	I(sync_file_range(f, -1, 0, 0));
	I(sync_file_range(f, 0, -1, 0));
	I(sync_file_range(p[0], 0, 0, 99));
	I(sync_file_range(p[0], 0, 0, 0));
	I(sync_file_range(-1, 0, 0, 99));
	I(flock(f, 99));
	I(flock(f, LOCK_MAND));
	I(flock(-1, LOCK_MAND));
	I(flock(f, LOCK_SH | LOCK_EX));
	I(flock(f, 0));
	for (int i = 0; i < 2; i++)
		close(p[i]);
	close(f);
	close(g);
	close(r);
	unlink("corners.d");
}

static void times_left_alone(void)
{
	struct timespec o[2] = {{0, UTIME_OMIT}, {0, UTIME_OMIT}};

	I(utimensat(AT_FDCWD, "no such", o, 0));
	I(utimensat(-1, "no such", o, 0));
	I(utimensat(AT_FDCWD, "no such", o, 12345));
	I(futimens(-1, o));
}

/* What the owner is told, and everybody. */
static void owned(int type, int robust, int protocol)
{
	struct timespec now = {0, 0};
	pthread_mutexattr_t attr;
	pthread_mutex_t m;

	SAY("type %d, robust %d, protocol %d\n", type, robust, protocol);
	pthread_mutexattr_init(&attr);
	E(pthread_mutexattr_settype(&attr, type));
	E(pthread_mutexattr_setrobust(&attr, robust));
	E(pthread_mutexattr_setprotocol(&attr, protocol));
	E(pthread_mutex_init(&m, &attr));
	E(pthread_mutex_trylock(&m)); /* the first PTHREAD_PRIO_PROTECT fails */
	E(pthread_mutex_trylock(&m));
	E(pthread_mutex_unlock(&m));
	if (type == PTHREAD_MUTEX_RECURSIVE && !pthread_mutex_trylock(&m))
		E(pthread_mutex_unlock(&m));
	if (type == PTHREAD_MUTEX_RECURSIVE)
		E(pthread_mutex_unlock(&m));
	E(pthread_mutex_lock(&m));
	if (type != PTHREAD_MUTEX_NORMAL) {
		E(pthread_mutex_lock(&m));
		E(pthread_mutex_timedlock(&m, &now));
		E(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &now));
		E(pthread_mutex_unlock(&m));
	}
	E(pthread_mutex_unlock(&m));
	if (type == PTHREAD_MUTEX_RECURSIVE) {
		E(pthread_mutex_unlock(&m));
		E(pthread_mutex_unlock(&m));
	}
	E(pthread_mutex_destroy(&m));
}

int main(void)
{
	nothing_to_receive();
	between_files();
	times_left_alone();
	for (int type = PTHREAD_MUTEX_NORMAL; type <= PTHREAD_MUTEX_ERRORCHECK;
		type++) {
		owned(type, PTHREAD_MUTEX_STALLED, PTHREAD_PRIO_NONE);
		owned(type, PTHREAD_MUTEX_ROBUST, PTHREAD_PRIO_NONE);
		owned(type, PTHREAD_MUTEX_STALLED, PTHREAD_PRIO_INHERIT);
		owned(type, PTHREAD_MUTEX_ROBUST, PTHREAD_PRIO_INHERIT);
		owned(type, PTHREAD_MUTEX_STALLED, PTHREAD_PRIO_PROTECT);
	}
	return said_all();
}
