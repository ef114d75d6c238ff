/* SPDX-License-Identifier: MIT */
/* inherited: a thread begins with the mask of signals and the name of who
 * creates it; a signal to the process waits until some thread takes it
 *
 * check: --exhaustive
 * verdict: verified
 * states: fine
 * native: sc
 */
#include "test.h"

#include <signal.h>

static _Thread_local int handled;

static void handle(int number)
{
	handled++;
}

static void *thread(void *unused)
{
	sigset_t set;
	char name[16];

	assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
	assert(strcmp(name, "creator") == 0);
	assert(pthread_sigmask(SIG_SETMASK, NULL, &set) == 0);
	assert(sigismember(&set, SIGUSR1) && !sigismember(&set, SIGUSR2));
	assert(sigpending(&set) == 0 && sigismember(&set, SIGUSR1));
	sigemptyset(&set);
	assert(pthread_sigmask(SIG_SETMASK, &set, NULL) == 0 && handled == 1);
	assert(sigpending(&set) == 0 && !sigismember(&set, SIGUSR1));
	return NULL;
}

int main(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	signal(SIGUSR1, handle);
	assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
	assert(pthread_setname_np(pthread_self(), "creator") == 0);
	assert(kill(getpid(), SIGUSR1) == 0);
	finish(start(thread, NULL));
	sigpending(&set);
	assert(!sigismember(&set, SIGUSR1) && handled == 0);
	printf("fine\n");
	return 0;
}
