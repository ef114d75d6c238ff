/* SPDX-License-Identifier: MIT */
/* not_modelled: calls on files that scarp refuses, rather than answer wrongly
 *
 * check: --exhaustive
 * flags: -DDATAGRAM
 * verdict: error
 * native: hangs a datagram socket has no end
 *
 * check: --exhaustive
 * flags: -DHOLE
 * verdict: error
 */
#include "test.h"

#include <sys/mman.h>
#include <sys/socket.h>

int main(void)
{
#ifdef DATAGRAM
	int pair[2];
	char byte;

	assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0);
	close(pair[1]);
	return (int)read(pair[0], &byte, 1); /* waits for ever */
#else
	int file = memfd_create("file", 0);

	assert(ftruncate(file, 9) == 0);
	return lseek(file, 0, SEEK_DATA) != -1; /* there is none: ENXIO */
#endif
}
