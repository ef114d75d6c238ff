/* SPDX-License-Identifier: MIT */
/* socket_room: how much a socket holds is the system's to say
 *
 * check: --exhaustive
 * flags: -DN=20000 -DTIMES=1
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DN=1 -DTIMES=100
 * verdict: partial
 * holes: socket_room
 *
 * check: --exhaustive
 * flags: -DN=60000 -DTIMES=1
 * verdict: partial
 * holes: socket_room
 */
#include "test.h"

#include <sys/socket.h>

static char bytes[N];

int main(void)
{
	int p[2];

	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, p) == 0);
	for (int i = 0; i < TIMES; i++)
		assert(write(p[0], bytes, N) == N);
	return 0;
}
