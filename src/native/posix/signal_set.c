/* SPDX-License-Identifier: MIT */
/* signal_set.c - sets of signals, and the calls that are refused */
#include "native/rt.h"

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* --- sets: glibc's stores into the test's memory --- */

EXPORT int sigemptyset(sigset_t *set)
{
	access_write(set, sizeof *set, CALLER);
	return REAL(sigemptyset)(set);
}

EXPORT int sigfillset(sigset_t *set)
{
	access_write(set, sizeof *set, CALLER);
	return REAL(sigfillset)(set);
}

EXPORT int sigaddset(sigset_t *set, int number)
{
	access_write(set, sizeof *set, CALLER);
	return REAL(sigaddset)(set, number);
}

EXPORT int sigdelset(sigset_t *set, int number)
{
	access_write(set, sizeof *set, CALLER);
	return REAL(sigdelset)(set, number);
}

EXPORT int sigismember(const sigset_t *set, int number)
{
	access_read(set, sizeof *set, CALLER);
	return REAL(sigismember)(set, number);
}

#define SET_OF_TWO(name)                                                       \
	EXPORT int name(sigset_t *to, const sigset_t *a, const sigset_t *b)    \
	{                                                                      \
		sigset_t left, right;                                          \
                                                                               \
		access_read(a, sizeof *a, CALLER);                             \
		left = *a;                                                     \
		access_read(b, sizeof *b, CALLER);                             \
		right = *b;                                                    \
		access_write(to, sizeof *to, CALLER);                          \
		return REAL(name)(to, &left, &right);                          \
	}

SET_OF_TWO(sigandset)
SET_OF_TWO(sigorset)

/* --- refused
 * -------------------------------------------------------------------------------
 */

#define REFUSE(type, name, declaration, ...)                                   \
	EXPORT type name declaration                                           \
	{                                                                      \
		if (controlled())                                              \
			unsupported(#name, CALLER);                            \
		return REAL(name)(__VA_ARGS__);                                \
	}

REFUSE(int, killpg, (pid_t p, int n), p, n)
