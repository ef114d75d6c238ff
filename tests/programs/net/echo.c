/* SPDX-License-Identifier: MIT */
/* echo: a server with an epoll, and clients that send a byte and want it back,
 * over TCP on loopback, at a port that the system chooses
 *
 * check: --exhaustive
 * flags: -DCLIENTS=1
 * verdict: verified
 * states: served=1
 * native: sc
 *
 * check: --exhaustive
 * flags: -DCLIENTS=2
 * verdict: verified
 * states: served=2
 * scope: loopback
 * native: sc
 *
 * A server that takes one connection for each event, where these are
 * edge-triggered. Two that came together are one event.
 *
 * check: --exhaustive
 * flags: -DCLIENTS=2 -DEDGE
 * verdict: bug deadlock
 * native: hangs the second connection is not taken
 */
#include "test.h"

#include <arpa/inet.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef EDGE
#define HOW EPOLLET
#else
#define HOW 0
#endif

static struct sockaddr_in at;

static void *client(void *arg)
{
	int s = socket(AF_INET, SOCK_STREAM, 0);
	char byte = *(char *)arg, back = 0;

	assert(connect(s, (struct sockaddr *)&at, sizeof at) == 0);
	assert(send(s, &byte, 1, MSG_NOSIGNAL) == 1);
	assert(recv(s, &back, 1, 0) == 1);
	assert(back == byte);
	close(s);
	return NULL;
}

static void watch(int polls, int fd, uint32_t events)
{
	struct epoll_event e = {.events = events, .data.fd = fd};

	assert(epoll_ctl(polls, EPOLL_CTL_ADD, fd, &e) == 0);
}

int main(void)
{
	static char byte[CLIENTS] = {'a'};
	socklen_t n = sizeof at;
	int listens = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	int polls = epoll_create1(0), served = 0;
	pthread_t t[CLIENTS];

	at.sin_family = AF_INET;
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert(bind(listens, (struct sockaddr *)&at, sizeof at) == 0);
	assert(getsockname(listens, (struct sockaddr *)&at, &n) == 0);
	assert(at.sin_port != 0);
	assert(listen(listens, 5) == 0);
	watch(polls, listens, EPOLLIN | HOW);
	for (int i = 0; i < CLIENTS; i++)
		t[i] = start(client, &byte[i]);
	while (served < CLIENTS) {
		struct epoll_event e;
		char c;

		assert(epoll_wait(polls, &e, 1, -1) == 1);
		if (e.data.fd == listens) {
			watch(polls,
				accept4(listens, NULL, NULL, SOCK_NONBLOCK),
				EPOLLIN);
		} else if (recv(e.data.fd, &c, 1, 0) == 1) {
			assert(send(e.data.fd, &c, 1, 0) == 1);
		} else {
			served++;
			close(e.data.fd);
		}
	}
	for (int i = 0; i < CLIENTS; i++)
		finish(t[i]);
	printf("served=%d\n", served);
	return 0;
}
