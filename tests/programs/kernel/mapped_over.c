/* SPDX-License-Identifier: MIT */
/* mapped_over: a page is mapped anew over an older one while another thread
 * changes what may be done to it, whoever is first
 *
 * check: --exhaustive
 * args: maps
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: protects
 * verdict: verified
 * states: 0 1
 */
#include "test.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static char *page;

static void *maps(void *arg)
{
	int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;

	mmap(page, 4096, PROT_READ | PROT_WRITE, how, -1, 0);
	return arg;
}

static void fails(int unused)
{
	printf("0\n");
	fflush(stdout);
	_exit(0);
}

static void *protects(void *arg)
{
	assert(mprotect(page, 4096, PROT_READ) == 0);
	return arg;
}

int main(int argc, char **argv)
{
	bool first = argv[argc - 1][0] == 'm';
	pthread_t t;

	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert(page != MAP_FAILED);
	t = start(first ? maps : protects, NULL);
	if (first)
		protects(NULL);
	else
		maps(NULL);
	finish(t);
	signal(SIGSEGV, fails);
	*(volatile char *)page = 1;
	printf("1\n");
	return 0;
}
