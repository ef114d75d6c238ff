/* SPDX-License-Identifier: MIT */
/* progress.h - does an operation return if its thread runs alone?
 *
 * At every decision point of the search each thread of the test is tried
 * (rewinding/trial.h): it runs alone, all others held where they are, until it
 * has returned from the operation that it is in, or from the next one that it
 * calls.  If it cannot go on within an operation, or goes round a loop and
 * nothing is different behind the turn, it never returns: that refutes
 * obstruction-freedom, and is a bug, whose schedule is that of the execution so
 * far with the thread's own steps behind it.  Under sc alone: a late store
 * becomes visible without its thread, and trials do not follow that.
 *
 * A solo run is an excursion: nothing of it remains in the search, its points,
 * races or counts.  Of a replay it is made twice, and then for good, so that
 * the trace has it.
 *
 * Steps    of an operation: its thread's decision points between call and
 *          return, without these two.
 * Cost     off: nothing but one test at each call and return.  On: a mark
 *          (mark.h) and a solo run for each thread at each decision point,
 *          but for the one that has just made the step that it would have made
 *          alone.
 */
#ifndef NATIVE_PROGRESS_H
#define NATIVE_PROGRESS_H

#include "native/rt.h"

/* Once, before the first execution. */
void progress_init(void);
/* At a decision point.  True: a thread is tried, trial_choose() says what it
 * does.  False: the search decides; nothing is tried, or it was. */
bool progress_begins(const struct view *view);
/* The running thread has called an operation of `noted`, or returned from it.
 * The latter does not come back to a thread that is tried. */
void progress_called(uint32_t op);
void progress_returned(uint32_t op);

#endif
