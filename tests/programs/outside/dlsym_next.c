/* SPDX-License-Identifier: MIT */
/* dlsym_next: what dlsym finds behind the program is the function that the
 * test would call by its name, with all that scarp knows of it
 *
 * Two threads lock once each, by such pointers: 2 orders.
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 2
 * races: none
 * native: sc
 * states: 2
 *
 * Where the program has that name itself, what is behind is the C library's,
 * and nobody knows what it does.
 *
 * check: --exhaustive
 * flags: -DOWN
 * verdict: partial
 * holes: unseen_calls
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/socket.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int (*lock)(pthread_mutex_t *), (*unlock)(pthread_mutex_t *);
static int n;

#ifdef OWN
ssize_t send(int fd, const void *from, size_t size, int flags)
{
	return -1;
}
#endif

static void *work(void *unused)
{
	lock(&mutex);
	n++;
	unlock(&mutex);
	return NULL;
}

int main(void)
{
	pthread_t t;

	*(void **)&lock = dlsym(RTLD_NEXT, "pthread_mutex_lock");
	*(void **)&unlock = dlsym(RTLD_DEFAULT, "pthread_mutex_unlock");
#ifdef OWN
	if (!dlsym(RTLD_NEXT, "send"))
		return 1;
#endif
	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	printf("%d\n", n);
	return 0;
}
