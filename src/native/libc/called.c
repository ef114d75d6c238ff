/* SPDX-License-Identifier: MIT */
/* called.c - what errors and signals are called: strerror, strsignal
 *
 * What has a name is a constant of the C library.  For other numbers that keeps
 * a block in the thread's control block, which no search can put back; in place
 * of it each thread has a text here, as a variable of the test's.
 */
#include "native/libc/libc.h"
#include "native/rewinding/trial.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum {
	ROOM = 40
};
static char error[THREADS_MAX][ROOM], sign[THREADS_MAX][ROOM];

static char *numbered(char *to, const char *what, int number, uint64_t pc)
{
	char text[ROOM];
	int n = snprintf(text, sizeof text, "%s %d", what, number);

	put_bytes(to, text, (size_t)n + 1, pc);
	return to;
}

EXPORT char *LIBC(strerror)(int number)
{
	trial_stops(TRIAL_GIVEN_UP); /* a buffer may stay */
	if (!controlled() || strerrordesc_np(number))
		return REAL(strerror)(number);
	return numbered(error[rt.world.self], "Unknown error", number, CALLER);
}

EXPORT char *LIBC(strsignal)(int number)
{
	bool timely = number >= SIGRTMIN && number <= SIGRTMAX;

	trial_stops(TRIAL_GIVEN_UP);
	if (!controlled() || (!timely && sigdescr_np(number)))
		return REAL(strsignal)(number);
	return numbered(sign[rt.world.self],
		timely ? "Real-time signal" : "Unknown signal",
		timely ? number - SIGRTMIN : number, CALLER);
}
