/* SPDX-License-Identifier: MIT */
/* stress.h - pass-through mode with delays: SCARP_STRESS=NUMBER
 *
 * A native run meets few schedules, since threads of a small test hardly ever
 * overlap.  With this variable each call that scarp cc made of an access or of
 * an atomic operation, and each interposed library call, may yield or sleep for
 * a while first, at random.  tests/stress lets the system judge verdicts so.
 *
 * Calls in the executable are aimed at code of ours that goes on to where they
 * led (unhook.c finds them); calls of libraries come through REAL, which finds
 * every time what it had found (real.c).  So where nobody asks nothing is
 * there to ask.
 *
 * The number decides how often there are delays, how long they are, and around
 * which moment of the run most of them lie; when exactly is the processor's
 * clock: the same number does not make the same run.  Their number grows with
 * the logarithm of the calls.  Shared libraries call as they did.
 *
 * Callers  start.c, unhook.c, real.c
 */
#ifndef NATIVE_STRESS_H
#define NATIVE_STRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Is it asked for?  Then all that follows may be called. */
bool stress_wanted(char **envp);

/* Where a call of `target`, made at `at`, is to go instead; NULL: where it
 * did.  `near`: an address below which the code is to lie. */
const unsigned char *stress_detour(
	const unsigned char *target, const unsigned char *near);
/* No detour is asked for any more. */
void stress_ready(void);

/* A call that may be delayed. */
void stress_pause(void);

#endif
