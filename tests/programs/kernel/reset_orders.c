/* SPDX-License-Identifier: MIT */
/* reset_orders: who is told that the other end was closed with bytes unread in
 * it comes after all that was done before that
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1
 * races: none
 */
#include "test.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2], x;

static void *closes(void *arg)
{
	x = 1;
	close(pair[1]);
	return arg;
}

int main(void)
{
	pthread_t t;
	char c;

	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
	assert(write(pair[0], "x", 1) == 1);
	t = start(closes, NULL);
	assert(read(pair[0], &c, 1) == -1 && errno == ECONNRESET);
	printf("%d\n", x);
	finish(t);
	return 0;
}
