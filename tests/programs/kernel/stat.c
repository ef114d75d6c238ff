/* SPDX-License-Identifier: MIT */
/* fstat says of a descriptor what Linux says, in all modes and without scarp;
 * 2 executions: who stats first, the number table being one object, or writes
 * to the memory file first
 *
 * check: --exhaustive
 * verdict: verified
 */
#define _GNU_SOURCE
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int memory;
static off_t seen;

static void *look(void *unused)
{
	struct stat st;

	assert(fstat(memory, &st) == 0 && S_ISREG(st.st_mode));
	seen = st.st_size;
	assert(seen == 0 || seen == 3);
	return unused;
}

int main(int argc, char **argv)
{
	struct stat st, again;
	pthread_t t;
	int fd, pipes[2];

	(void)argc;
	fd = open(argv[0], O_RDONLY);
	assert(fd >= 0 && fstat(fd, &st) == 0);
	assert(S_ISREG(st.st_mode) && (st.st_mode & 0100) && st.st_size > 1000);
	assert(lseek(fd, 0, SEEK_END) == st.st_size);
	assert(fstat(dup(fd), &again) == 0 && again.st_ino == st.st_ino);
	assert(pipe(pipes) == 0);
	assert(fstat(pipes[1], &st) == 0 && S_ISFIFO(st.st_mode));
	fd = open("/dev/null", O_RDONLY);
	assert(fstat(fd, &st) == 0 && S_ISCHR(st.st_mode));
	close(fd);
	assert(fstat(fd, &st) == -1 && errno == EBADF);
	memory = memfd_create("m", 0);
	pthread_create(&t, 0, look, 0);
	assert(write(memory, "abc", 3) == 3);
	pthread_join(t, 0);
	return 0;
}
