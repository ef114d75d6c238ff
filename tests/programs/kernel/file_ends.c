/* SPDX-License-Identifier: MIT */
/* file_ends: one thread changes a file, or closes one end; another one looks
 *
 * check: --exhaustive
 * flags: '-DCHANGE=ftruncate(file,0)' '-DLOOK=pread(file,&byte,1,0)'
 * verdict: verified
 * states: 0 1
 * native: sc
 *
 * check: --exhaustive
 * flags: '-DCHANGE=read(file,&byte,1)' '-DLOOK=lseek(file,0,SEEK_CUR)'
 * verdict: verified
 * states: 0 1
 * native: sc
 *
 * check: --exhaustive
 * flags: '-DCHANGE=pwrite(file,"b",1,1)' '-DLOOK=lseek(file,0,SEEK_END)'
 * verdict: verified
 * states: 1 2
 * native: sc
 *
 * check: --exhaustive
 * flags: '-DCHANGE=pwrite(file,"b",1,1)' '-DLOOK=size()'
 * verdict: verified
 * states: 1 2
 * native: sc
 *
 * check: --exhaustive
 * flags: '-DCHANGE=close(pipes[1])' '-DLOOK=read(pipes[0],&byte,1)'
 * verdict: verified
 * states: -1 0
 * native: sc
 *
 * check: --exhaustive
 * flags: '-DCHANGE=close(pipes[0])' '-DLOOK=write(pipes[1],&byte,1)'
 * verdict: verified
 * states: -1 1
 * native: sc
 *
 * check: --exhaustive
 * flags: '-DCHANGE=lseek(file,1,SEEK_SET)' '-DLOOK=read(file,&byte,1)'
 * verdict: verified
 * states: 0 1
 * native: sc
 *
 * check: --exhaustive
 * flags: '-DCHANGE=eventfd_write(event,1)' '-DLOOK=read(event,text,8)'
 * verdict: verified
 * states: -1 8
 * native: sc
 *
 * check: --exhaustive
 * flags: '-DCHANGE=close(pipes[1])' '-DLOOK=poll(&end,1,0)'
 * verdict: verified
 * states: 0 1
 * native: sc
 *
 * check: --exhaustive
 * flags: '-DCHANGE=close(pipes[0])' '-DLOOK=(pread(pipes[0],&byte,1,0),errno)'
 * verdict: verified
 * states: 9 29
 * native: sc
 */
#include "test.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>

static int file, event, pipes[2];
static struct pollfd end = {.events = POLLIN};

static inline long size(void)
{
	struct stat st;

	fstat(file, &st);
	return st.st_size;
}

static void *other(void *unused)
{
	char byte;

	(void)byte;
	CHANGE;
	return NULL;
}

int main(void)
{
	char byte = 0, text[8];
	long got;
	pthread_t t;

	signal(SIGPIPE, SIG_IGN);
	assert(pipe2(pipes, O_NONBLOCK) == 0);
	end.fd = pipes[0];
	event = eventfd(0, EFD_NONBLOCK);
	file = memfd_create("file", 0);
	assert(pwrite(file, "a", 1, 0) == 1);
	t = start(other, NULL);
	got = LOOK;
	finish(t);
	(void)byte;
	(void)text;
	printf("%ld\n", got);
	return 0;
}
