/* SPDX-License-Identifier: MIT */
/* shut_awaited: who asks for a connection again and again learns that there
 * will be none
 *
 * The socket is shut before the first try, or behind one or more.
 *
 * check: --exhaustive
 * verdict: verified
 * states: tried=0 tried=1
 * native: prints anything
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: tried=0 tried=1
 * native: prints anything
 *
 * check: --exhaustive --turns all
 * verdict: verified
 * states: tried=0 tried=1
 * native: prints anything
 */
#include "test.h"

#include <arpa/inet.h>
#include <sys/socket.h>

static int s;

static void *look(void *unused)
{
	bool tried = false;

	while (accept(s, NULL, NULL) < 0 && errno == EAGAIN)
		tried = true;
	assert(errno == EINVAL);
	printf("tried=%d\n", tried);
	return unused;
}

int main(void)
{
	struct sockaddr_in here = {.sin_family = AF_INET};
	pthread_t t;

	here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	assert(bind(s, (void *)&here, sizeof here) == 0);
	assert(listen(s, 1) == 0);
	t = start(look, NULL);
	assert(shutdown(s, SHUT_RDWR) == 0);
	finish(t);
	assert(close(s) == 0);
	return 0;
}
