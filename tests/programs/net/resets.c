/* SPDX-License-Identifier: MIT */
/* resets: one end of a connection over TCP is shut down in both directions
 * while the other sends twice
 *
 * What is sent behind that resets the connection, of which the sender hears by
 * its next call, and the other one, too.
 *
 * check: --exhaustive
 * verdict: verified
 * states: sent,sent,0 sent,sent,1 sent,broken,1
 * native: sc
 */
#include "test.h"

#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>

static struct sockaddr_in at = {.sin_family = AF_INET};
static int in, out;

#define A(a) ((struct sockaddr *)&(a))

static void *shuts(void *unused)
{
	assert(shutdown(in, SHUT_RDWR) == 0);
	return unused;
}

static const char *sends(void)
{
	if (send(out, "x", 1, MSG_NOSIGNAL) == 1)
		return "sent";
	assert(errno == EPIPE);
	return "broken";
}

int main(void)
{
	socklen_t n = sizeof at, size = sizeof(int);
	int s = socket(AF_INET, SOCK_STREAM, 0), error;
	const char *first, *second;
	pthread_t t;

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	out = socket(AF_INET, SOCK_STREAM, 0);
	assert(bind(s, A(at), n) == 0 && listen(s, 1) == 0);
	assert(getsockname(s, A(at), &n) == 0);
	assert(connect(out, A(at), n) == 0);
	in = accept(s, NULL, NULL);
	t = start(shuts, NULL);
	first = sends();
	second = sends();
	finish(t);
	assert(getsockopt(in, SOL_SOCKET, SO_ERROR, &error, &size) == 0);
	assert(error == 0 || error == ECONNRESET);
	printf("%s,%s,%d\n", first, second, error != 0);
	return 0;
}
