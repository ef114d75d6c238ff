/* SPDX-License-Identifier: MIT */
/* fortified.c - reading, with buffers whose room the compiler knows and sizes
 * that it does not
 *
 * Two threads write a byte each into a pipe and a pair of sockets.  With an
 * argument 1 to 6 one of the calls asks for more than its buffer has room for.
 */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], pair[2];

static void *writes(void *byte)
{
	assert(write(ends[1], byte, 1) == 1);
	assert(send(pair[1], byte, 1, 0) == 1);
	return NULL;
}

/* So much, or with the argument `call` too much for 8 bytes. */
static size_t size_for(int call, int asked)
{
	return call == asked ? 9 : 1;
}

int main(int argc, char **argv)
{
	int asked = argc > 1 ? atoi(argv[1]) : 0;
	char name[] = "fortified-XXXXXX", text[8];
	struct pollfd p[1];
	pthread_t t[2];
	FILE *f;
	int file;

	assert(pipe(ends) == 0);
	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
	pthread_create(&t[0], NULL, writes, "a");
	pthread_create(&t[1], NULL, writes, "b");
	p[0] = (struct pollfd){.fd = ends[0], .events = POLLIN};
	assert(poll(p, asked == 1 ? 2 : size_for(0, 1), -1) == 1);
	assert(read(ends[0], text, size_for(2, asked)) == 1);
	assert(recv(pair[0], text, size_for(3, asked), 0) == 1);
	assert(recvfrom(pair[0], text, size_for(4, asked), 0, NULL, NULL) == 1);
	file = mkstemp(name);
	assert(write(file, "xyz\n", 4) == 4);
	assert(pread(file, text, size_for(5, asked), 1) == 1 && text[0] == 'y');
	f = fdopen(file, "r");
	rewind(f);
	assert(fread(text, 1, size_for(6, asked), f) == 1 && text[0] == 'x');
	fclose(f);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
