/* SPDX-License-Identifier: MIT */
/* clock_again.h - who waits for the clock to move lets time pass
 *
 *     while (now() - begin < spin_for) { try_something(); rounds++; }
 *     while (now() < end);
 *     while (!flag && now() < end);
 *
 * The clock stands while threads run, so that the first loop would never end,
 * and the others only when nobody else can go on (spin.h).  A thread that waits
 * like this makes steps of time, as if it had been slow:
 *
 * - Who has read the same time at one place often enough, each turn having
 *   changed something. At the first time it may also stand, for a while: a
 *   loop that reads the clock twenty times need not last. 1 ms, twice as much
 *   at its next reading there, and so on up to an hour, then 1 ms again.
 * - Whose turn changed nothing, and looked at the clock alone. Together 1 ms,
 *   8, 64, ... 32 s, then 69 minutes and 12 days: few, for each is a place
 *   where others can come between, and not too few, for tests take times.
 * - The same with a look at other things: 1 ms, then 99.
 *
 * What is longer is left to the end where nobody else can go on: a test that
 * gives up after five seconds does not mean that it may do so at once.  There
 * the first kind goes on, and the others wait as spin.h says, so that a loop
 * which only looks at the clock besides is found to be a livelock.
 *
 * Sound    natively any time may pass between two readings.
 * State    goes by what the thread itself has read, which is part of its past:
 *          the same in every execution of a trace.
 */
#ifndef NATIVE_POSIX_CLOCK_AGAIN_H
#define NATIVE_POSIX_CLOCK_AGAIN_H

#include "native/rt.h"

/* The running thread has read `now` at a place: the call at pc, by a function
 * whose frame is there.  How many ns it lets pass before it reads once more; 0:
 * that is what it has read. */
uint64_t clock_again(uint64_t now, uint64_t pc, uint64_t frame);
/* t is about to let time pass.  0: not as long as others can go on; 2: or it
 * does without, this time. */
uint32_t clock_passes(const struct thread *t);
/* Nobody can go on: who waits to let time pass does.  False: nobody. */
bool clock_let_go(void);
/* It did without.  Or that much has passed, so that it is `now`, if others left
 * the clock alone. */
void clock_stood(void);
void clock_passed(uint64_t now);

/* A turn of the running thread that looked at the clock, and at other things if
 * it polls, has come to nothing at this place.  How many ns it lets pass; 0: it
 * waits. */
uint64_t clock_turn(uint64_t pc, uint64_t frame, bool polls);
/* They have passed. */
void clock_turned(void);

#endif
