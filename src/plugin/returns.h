/* SPDX-License-Identifier: MIT */
/* returns.h - functions of the C library that always come back
 *
 * A loop that is left by its count asks that last (count.cc of both plugins):
 * behind it nothing may leave the loop for what the turn has read.  A call of a
 * function that is not known might: by pthread_exit, exit, longjmp, or an
 * assumption.  (These here may be cancelled, which the runtime looks at.)  By
 * the linker's name, and not if it is one of the test's own.
 */
#ifndef PLUGIN_RETURNS_H
#define PLUGIN_RETURNS_H

#include <string.h>

static inline bool function_returns(const char *name)
{
	static const char *const known[] = {"sched_yield", "pthread_yield",
		"thrd_yield", "usleep", "sleep", "nanosleep", "clock_nanosleep",
		"thrd_sleep", "scarp_spin_hint", "pthread_mutex_trylock",
		"pthread_mutex_unlock", "pthread_spin_trylock",
		"pthread_spin_unlock", "sem_trywait", "sem_post",
		"clock_gettime", "gettimeofday", "time", "pthread_self"};

	for (const char *one : known)
		if (strcmp(one, name) == 0)
			return true;
	return false;
}

#endif
