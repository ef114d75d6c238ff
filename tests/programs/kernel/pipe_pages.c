/* SPDX-License-Identifier: MIT */
/* pipe_pages: a pipe has 16 pages, whatever is in them
 *
 * check: --exhaustive
 * verdict: verified
 * states: 16,0;64,0,1;10,0,0,0;65536,0;full,40960,1
 * native: sc
 *
 * The seventeenth write waits for ever.
 *
 * check: --exhaustive
 * flags: -DWAIT
 * verdict: bug deadlock
 */
#include "test.h"

#include <fcntl.h>
#include <poll.h>

static char bytes[1 << 17];

/* So many writes of n bytes go. */
static int writes(int fd, size_t n)
{
	int count = 0;

	while (write(fd, bytes, n) == (ssize_t)n)
		count++;
	return count;
}

static long put(int fd, size_t n)
{
	ssize_t done = write(fd, bytes, n);

	return done < 0 ? 0 : (long)done;
}

int main(void)
{
	int p[2], q[2], r[2], s[2], t[2];
	struct pollfd ready = {.events = POLLOUT};

#ifdef WAIT
	assert(pipe(p) == 0);
	for (int i = 0; i < 17; i++)
		assert(write(p[1], bytes, 3000) == 3000);
#endif
	assert(pipe2(p, O_NONBLOCK) == 0 && pipe2(q, O_NONBLOCK) == 0 &&
		pipe2(r, O_NONBLOCK) == 0 && pipe2(s, O_NONBLOCK) == 0 &&
		pipe2(t, O_NONBLOCK) == 0);
	printf("%d,", writes(p[1], 3000));
	assert(read(p[0], bytes, 10) == 10);
	printf("%ld;", put(p[1], 3000)); /* the first page is not free */
	printf("%d,", writes(q[1], 1000));
	assert(read(q[0], bytes, 1000) == 1000);
	ready.fd = q[1];
	printf("%d,", poll(&ready, 1, 0));
	assert(read(q[0], bytes, 3000) == 3000);
	printf("%d;", poll(&ready, 1, 0));
	printf("%d,", writes(r[1], 5000));
	printf("%ld,", put(r[1], 4096));
	printf("%ld,", put(r[1], 4096));
	printf("%ld;", put(r[1], 1000));
	printf("%ld,", put(s[1], 100000));
	printf("%ld;", put(s[1], 1));
	for (int i = 0; i < 6; i++)
		put(t[1], 4000);
	ready.fd = t[1];
	printf("full,%ld,", put(t[1], 50000));
	read(t[0], bytes, 4000);
	printf("%d\n", poll(&ready, 1, 0));
	return 0;
}
