/* SPDX-License-Identifier: MIT */
/* datagrams: two senders, one receiver over UDP; each whole, by whom, in order
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1a1b2 1a21b 21a1b
 * native: sc
 *
 * What is sent before the receiver is there is lost, and a connected sender is
 * told so by its next call.
 *
 * check: --exhaustive
 * flags: -DEARLY
 * verdict: verified
 * states: lost arrived
 */
#include "test.h"

#include <arpa/inet.h>
#include <sys/socket.h>

static struct sockaddr_in at, who[3];
static const socklen_t size = sizeof at;

#define A(a) ((struct sockaddr *)&(a))

static int bound(struct sockaddr_in *a)
{
	int s = socket(AF_INET, SOCK_DGRAM, 0);
	socklen_t n = size;

	a->sin_family = AF_INET;
	a->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert(bind(s, A(*a), size) == 0);
	assert(getsockname(s, A(*a), &n) == 0);
	return s;
}

#ifdef EARLY
static int receiver;
static struct sockaddr_in mine;

static void *receives(void *unused)
{
	receiver = bound(&mine);
	return unused;
}

int main(void)
{
	int s = socket(AF_INET, SOCK_DGRAM, 0);
	char byte;
	pthread_t t;

	close(bound(&at)); /* a port that is free */
	mine = at;
	t = start(receives, NULL);
	assert(connect(s, A(at), size) == 0);
	assert(send(s, "x", 1, 0) == 1);
	if (recv(s, &byte, 1, MSG_DONTWAIT) == -1 && errno == ECONNREFUSED)
		puts("lost");
	else
		puts("arrived");
	finish(t);
	assert(receiver >= 0);
	return 0;
}
#else
static int sender[3];

static void *sends(void *arg)
{
	int i = *(int *)arg;

	assert(sendto(sender[i], "a", 2 - (unsigned)i, 0, A(at), size) >= 0);
	if (i == 1)
		assert(sendto(sender[i], "bb", 2, 0, A(at), size) == 2);
	return NULL;
}

int main(void)
{
	static int number[] = {0, 1, 2};
	int s = bound(&at);
	char order[8] = "";
	pthread_t t, u;

	sender[1] = bound(&who[1]);
	sender[2] = bound(&who[2]);
	t = start(sends, &number[1]);
	u = start(sends, &number[2]);
	for (int i = 0; i < 3; i++) {
		struct sockaddr_in from;
		socklen_t n = size;
		char text[4];
		ssize_t got = recvfrom(s, text, 4, 0, A(from), &n);

		assert(got >= 0 && n == size);
		if (from.sin_port == who[2].sin_port) {
			assert(got == 0);
			strcat(order, "2");
		} else {
			assert(from.sin_port == who[1].sin_port);
			strcat(order, got == 1 ? "1a" : "1b");
		}
	}
	finish(t);
	finish(u);
	puts(order);
	return 0;
}
#endif
