/* SPDX-License-Identifier: MIT */
/* idle.h - turns that do nothing but let time pass
 *
 *     while (!done) cond.wait_for(lock, 1ms);
 *     while (!done) { log(now()); usleep(1000); }
 *
 * Such a turn has changed the clock, which it reads, so it is never without
 * effect (effect.h); and what it has computed of the time lies in locals, which
 * differ from turn to turn.  But the compiler tells at the head of the loop
 * what of it the next turn goes by (plugin/turn.h).  If that is what the last
 * one went by, and from one sleep to the next nothing was changed but the
 * clock, in two turns in a row that have read the same, the next turns do the
 * same until something else that they read changes (docs/design/018-turns.md).
 *
 * After 24 of these in a row the test is searched again (COARSE_CLOCKS), so
 * that loops which end sooner are made as they are.  From then on (rt.idle) all
 * of them are a part of the trace.  But after a few (clock_turn()), which let
 * as much time pass as loops that look at the clock without sleeping, the
 * thread's sleep or time limit does not end any more, unless something that the
 * turn has read has changed (spin_offer), the clock excepted; or nobody else
 * can go on.  Then such threads are let go one by one, each for a turn: first
 * in their own time, and when nothing comes of that by jumps of the clock
 * (idle_let_go), so that a loop which gives up at some moment does.
 *
 * From sleep to sleep, since there a turn holds no lock: others go on in its
 * middle.
 *
 * What is missed where somebody goes by the time that these turns take, or a
 * loop gives up after more than 0.1 s beside threads that go on, is said as
 * scopes: clock_loops, clock_waits.
 *
 * State    a row for each thread, under the log: what it did itself, and what
 *          turns go by anyway.
 * Cost     an operation that may end in time, within a loop that tells its
 *          turns, saves such a row.
 */
#ifndef NATIVE_SPIN_IDLE_H
#define NATIVE_SPIN_IDLE_H

#include "native/spin/turn.h"

/* The running thread arrives at its operation.  True: its turn was idle, and
 * what it waits for is in its watch. */
bool idle_arrive(struct thread *t, uint64_t pc, uint64_t frame, bool judge);
/* It waits from here on, if its turn was idle: that is said. */
void idle_waits(const struct thread *t);
/* Its operation ended by time. */
void idle_woke(void);
/* It makes an operation: of what a turn tries with success, or tells others,
 * nothing may be taken for nothing. */
void idle_made(enum op kind);
/* What its turns have done is known no longer. */
void idle_forget(const struct thread *t);
/* The oldest write that it may still be judged by, if that is before `number`.
 */
uint32_t idle_oldest(const struct thread *t, uint32_t number);
/* May its notes be asked for once its outermost loop has gone round? */
bool idle_needs_notes(const struct thread *t);
/* Nobody can go on: who waits like this goes on for a turn.  False: nobody, or
 * that changes nothing. */
bool idle_let_go(void);

#endif
