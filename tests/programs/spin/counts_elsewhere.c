/* SPDX-License-Identifier: MIT */
/* counts_elsewhere: each turn changes something that is nowhere in the test's
 * memory, and comes back with the same registers and the same stack
 *
 * check: --exhaustive
 * verdict: verified
 * states: done
 * native: sc
 */
#define _GNU_SOURCE
#include "test.h"
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	FAR = 40
};
static pthread_key_t key;
static char marks[FAR + 1];

static void *nothing(void *unused)
{
	return NULL;
}

/* Each is made until it says that it has come far enough. */

__attribute__((noinline)) static bool descriptors(void)
{
	return dup(0) >= FAR;
}

__attribute__((noinline)) static bool mask_of_files(void)
{
	mode_t m = umask(0) + 1;

	umask(m);
	return m >= FAR;
}

__attribute__((noinline)) static bool place(int fd)
{
	return lseek(fd, 1, SEEK_CUR) >= FAR;
}

__attribute__((noinline)) static bool value_of_key(void)
{
	char *mark = pthread_getspecific(key);

	pthread_setspecific(key, mark + 1);
	return mark + 1 == marks + FAR;
}

__attribute__((noinline)) static bool signals(void)
{
	sigset_t set;
	int n = 1;

	pthread_sigmask(SIG_BLOCK, NULL, &set);
	while (n < SIGFPE && sigismember(&set, n))
		n++;
	sigemptyset(&set);
	sigaddset(&set, n);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	return n >= SIGFPE;
}

int main(void)
{
	pthread_t t = start(nothing, NULL);
	int fd = memfd_create("m", 0);

	umask(0);
	pthread_key_create(&key, NULL);
	pthread_setspecific(key, marks);
	while (!descriptors())
		sched_yield();
	while (!mask_of_files())
		sched_yield();
	while (!place(fd))
		sched_yield();
	while (!value_of_key())
		sched_yield();
	while (!signals())
		sched_yield();
	finish(t);
	puts("done");
	return 0;
}
