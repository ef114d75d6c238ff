/* SPDX-License-Identifier: MIT */
/* clock_again.h - who reads the clock again and again waits for it to move
 *
 *     while (now() - begin < spin_for) { try_something(); rounds++; }
 *
 * The clock stands while threads run, so that this would never end.  Turns that
 * change nothing are waits (spin.h), and it jumps for them when nobody else can
 * go on; here each turn does change something.  So a thread that has read the
 * same time at one place often enough lets time pass, as if it had been slow:
 * 1 ms, twice as much at its next reading there, and so on up to an hour.
 * After 23 of these the clock stands for that place: what waits for longer than
 * two hours, or not for the clock at all, is left to spin.h.
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

#endif
