/* SPDX-License-Identifier: MIT */
/* weak_function: a weak function that nobody defines is no unknown call, and
 * what registers handlers of fork() is no foreign code
 *
 * check: --exhaustive
 * default: checkpoint
 * verdict: verified
 * executions: 1
 * silent: uninstrumented
 */
#include "test.h"

void hook(void) __attribute__((weak));

static void forks(void)
{
}

static void *work(void *unused)
{
	if (hook)
		hook();
	return unused;
}

int main(void)
{
	pthread_t t;

	assert(pthread_atfork(forks, forks, forks) == 0);
	t = start(work, NULL);
	finish(t);
	return 0;
}
