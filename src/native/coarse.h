/* SPDX-License-Identifier: MIT */
/* coarse.h - are operations all that a reduction need know?
 *
 * Where every operation is a decision point, and so is every access that races,
 * each transition is one operation, and what else it touches is ordered by
 * operations: a search is told these alone (docs/design/010-native-footprints).
 * A test that leaves that ground is searched again from the beginning,
 * *coarse*, by all that transitions touch:
 *
 *   - a transition does more than its first operation does;
 *   - memory races where there can be no decision point: a free, the inside of
 *     a call into the C library;
 *   - memory is freed in which an object of pthreads lies (its operations are
 *     not announced as accesses);
 *   - a loop has come back to the same place, and may only repeat itself.
 *
 * Are atomic additions anything but updates?  Those that commute leave it open
 * what their threads would know of each other: a relaxed or release one learns
 * nothing.  A fence that acquires, later in the thread, learns what the
 * addition met; then one execution of a trace has a race that another one has
 * not.  A test with such a fence is searched again, without that refinement; so
 * is one in which a loop waits for a sum, which has all orders of its parts. It
 * is noticed: up to the first such fence all executions of one trace are alike,
 * clocks and all, so the trace up to there is explored.
 *
 * rt.coarse and rt.additions are what the current round goes by; setting a bit
 * in the channel makes the driver begin another one.
 */
#ifndef NATIVE_COARSE_H
#define NATIVE_COARSE_H

#include "native/rt.h"
#include "search/awaits.h"

/* The test has left that ground. */
void coarse_now(void);

/* Of a trace not all histories can be found: they are executed from now on. */
void coarse_histories(void);

/* A thread may be sent signals by others: what it does next is not its
 * operation's matter alone. */
void coarse_signals(void);
/* A thread waits for some: who sends one to the process goes by whether it has
 * come to that. */
void coarse_awaits_signals(void);

/* The running thread makes a fence that acquires. */
void coarse_fence(void);

/* Threads could be in the middle of each other's turns, which is not explored.
 * False: nor will it be. */
bool coarse_dead_end(void);

/* In a loop that counts its turns, which of them have an effect matters. */
void coarse_counts(void);

/* A turn that was left out has slept; one was made often enough, and no more;
 * or the clock was read.  Where that and the first are so in one round the time
 * that such turns take matters; with the second it is a scope. */
enum clock_use {
	CLOCK_SLEPT,
	CLOCK_WAITED,
	CLOCK_READ
};
void coarse_clock(enum clock_use use);
/* A thread sleeps again and again, and reads the clock: loops have to tell
 * their turns. */
void coarse_clocks(void);
/* The next round will: what this execution comes to does not matter. */
bool coarse_clocks_begin_again(void);
/* The running thread may touch what nobody announces. */
void coarse_unannounced(void);
/* The execution ends: what trials have noted of these is kept, and what comes
 * of it went back with them. */
void coarse_settle(void);

/* The search begins again: something is not as it was told. */
void coarse_new_round(void);
/* Additions of a place that commute are awaited there? */
void coarse_awaited(const struct await_place *place);

/* It has, if the instruction before pc races: where this access is made it is
 * no decision point. */
void coarse_unless_point(uint64_t pc);

/* It has, if an object of pthreads lies in there, which is being freed. */
void coarse_free(uint64_t address, size_t size);

/* It has, if these n accesses are more than belong to the operation with which
 * thread t began its transition. */
void coarse_check(const struct pending *begun, tid t,
	const struct access *access, uint32_t n);

#endif
