/* SPDX-License-Identifier: MIT */
/* map_beside: a file is mapped while another thread writes to it, closes its
 * descriptor, or writes twice
 *
 * What the mapping holds is what the file held then (-: it was closed).
 *
 * verdict: verified
 *
 * check: --exhaustive
 * args: writes
 * states: h X
 *
 * check: --exhaustive --reduce none
 * args: writes
 * states: h X
 *
 * check: --exhaustive
 * args: closes
 * states: h -
 *
 * check: --exhaustive
 * args: twice
 * states: h X Y
 *
 * check: --exhaustive --reduce source
 * args: twice
 * states: h X Y
 */
#include "test.h"

#include <fcntl.h>
#include <sys/mman.h>

static int fd;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *what)
{
	if (*(char *)what == 'c')
		close(fd);
	else
		assert(pwrite(fd, "X", 1, 0) == 1);
	if (*(char *)what == 't')
		assert(pwrite(fd, "Y", 1, 0) == 1);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;
	char *p, c;

	fd = open("mapped", O_RDWR | O_CREAT | O_TRUNC, 0600);
	assert(fd >= 0 && write(fd, "hello", 5) == 5);
	t = start(writes, argv[argc - 1]);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	c = p == MAP_FAILED ? '-' : *p;
	finish(t);
	printf("%c\n", c);
	unlink("mapped");
	return 0;
}
