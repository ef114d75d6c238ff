/* SPDX-License-Identifier: MIT */
/* waits_outside: what waits for something that scarp does not model makes every
 * execution a process of its own, and a hole
 *
 * An addition of the thread, which is before, between or behind one of main
 * and the call: 3 executions.
 *
 * check: --exhaustive --reduce none
 * modes: fork
 * verdict: partial
 * holes: real_calls unseen_calls
 * executions: 3
 * default: fork
 * says: the system is asked to wait for what scarp does not control
 */
#include "test.h"

#include <sys/inotify.h>

static atomic_int x;

static void *adds(void *unused)
{
	atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	int e = inotify_init1(0);
	pthread_t t = start(adds, NULL);

	atomic_fetch_add(&x, 1);
	assert(inotify_rm_watch(e, 5) == -1);
	finish(t);
	return 0;
}
