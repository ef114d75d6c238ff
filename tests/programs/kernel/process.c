/* SPDX-License-Identifier: MIT */
/* process: working directory, umask, limits, environment and signals are what
 * they were at first, in each execution, and what they were at a checkpoint
 *
 * T1 changes all of them after its addition, T2 looks after its own; main joins
 * T1 first: 3 orders of (a1, j1) and a2, but what follows an addition has
 * decision points as well.  Whatever T2 sees, it sees all of the changes that
 * T1 made before.
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 * states: 77
 * native: sc
 */
#include "test.h"

#include <limits.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static char first[PATH_MAX];
static int handled;

static void handle(int number)
{
	handled++;
}

/* Everything as natively at the start of a process. */
static mode_t untouched(void)
{
	char path[PATH_MAX];
	struct rlimit limit;
	struct sigaction action;
	sigset_t set;
	mode_t mask = umask(022);

	umask(mask);
	assert(mask != 0753);
	assert(getcwd(path, sizeof path) == path && strcmp(path, "/") != 0);
	strcpy(first, path);
	assert(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != 77);
	assert(getenv("SCARP_TEST") == NULL);
	assert(sigaction(SIGUSR1, NULL, &action) == 0);
	assert(action.sa_handler == SIG_DFL);
	assert(sigprocmask(SIG_SETMASK, NULL, &set) == 0);
	assert(!sigismember(&set, SIGUSR2));
	return mask;
}

static void *changes(void *unused)
{
	struct rlimit limit;

	assert(chdir("/") == 0);
	umask(0753);
	assert(getrlimit(RLIMIT_NOFILE, &limit) == 0);
	limit.rlim_cur = 77;
	assert(setrlimit(RLIMIT_NOFILE, &limit) == 0);
	signal(SIGUSR1, handle);
	return NULL;
}

static void *looks(void *unused)
{
	char path[PATH_MAX];

	assert(getcwd(path, sizeof path) == path);
	assert(strcmp(path, "/") == 0 || strcmp(path, first) == 0);
	return NULL;
}

int main(void)
{
	struct rlimit limit;
	char path[8];
	sigset_t set;
	mode_t mask = untouched();
	pthread_t t = start(changes, NULL), u = start(looks, NULL);

	finish(t);
	finish(u);
	assert(setenv("SCARP_TEST", "one", 1) == 0);
	assert(strcmp(getenv("SCARP_TEST"), "one") == 0);
	assert(setenv("SCARP_TEST", "two", 0) == 0);
	assert(strcmp(getenv("SCARP_TEST"), "one") == 0);
	assert(putenv("SCARP_TEST=three") == 0);
	assert(strcmp(getenv("SCARP_TEST"), "three") == 0);
	assert(setenv("A=B", "", 1) == -1 && errno == EINVAL);
	assert(unsetenv("SCARP_TEST") == 0 && !getenv("SCARP_TEST"));
	assert(setenv("SCARP_TEST", "four", 1) == 0);
	assert(umask(mask) == 0753);
	umask(0753);
	assert(getcwd(path, 1) == NULL && errno == ERANGE);
	assert(getcwd(path, sizeof path) == path && strcmp(path, "/") == 0);
	assert(getrlimit(RLIMIT_NOFILE, &limit) == 0);
	raise(SIGUSR1);
	assert(handled == 1);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, NULL);
	printf("%d\n", (int)limit.rlim_cur);
	return 0;
}
