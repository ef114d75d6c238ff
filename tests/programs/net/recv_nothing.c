/* SPDX-License-Identifier: MIT */
/* recv_nothing: recv of no bytes waits until there are some, read does not
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1
 * native: sc
 */
#include "test.h"

#include <sys/socket.h>
#include <unistd.h>

static int s[2];
static atomic_int sent;

static void *sender(void *unused)
{
	atomic_store(&sent, 1);
	assert(send(s[1], "x", 1, 0) == 1);
	return NULL;
}

int main(void)
{
	pthread_t t;
	char c;

	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
	t = start(sender, NULL);
	assert(read(s[0], &c, 0) == 0);
	assert(recv(s[0], &c, 0, 0) == 0);
	printf("%d\n", atomic_load(&sent));
	assert(recv(s[0], &c, 1, 0) == 1);
	finish(t);
	return 0;
}
