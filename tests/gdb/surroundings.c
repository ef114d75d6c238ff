/* SPDX-License-Identifier: MIT */
/* surroundings.c - prints what a process can see of how it was started: its
 * environment, arguments and descriptors, and addresses of all kinds */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static int global;

static void *work(void *unused)
{
	int local = 0;

	printf("thread %p %p %p\n", (void *)&local, (void *)&global,
		malloc(10));
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t t;
	char where[4096];

	for (int i = 0; i < argc; i++)
		printf("argument %p %s\n", (void *)argv[i], argv[i]);
	for (char **e = environ; *e; e++)
		printf("environment %p %s\n", (void *)*e, *e);
	printf("main %p %p %p\n", (void *)&t, (void *)&main, (void *)&strlen);
	printf("in %s, descriptor %d\n", getcwd(where, sizeof where),
		open("/dev/null", O_RDONLY));
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	assert(global == 1);
}
