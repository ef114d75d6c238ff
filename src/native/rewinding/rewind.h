/* SPDX-License-Identifier: MIT */
/* rewind.h - checkpoint and restart behind one interface
 *
 * A checkpoint is a position in the undo log, a copy of rt.world, and the rule
 * that a thread which runs after it first puts a copy of its stack and
 * thread-local storage into the log.  Going back replays the log backwards: in
 * strict reverse order of time, stack copies and memory mixed.
 */
#ifndef NATIVE_REWIND_H
#define NATIVE_REWIND_H

#include "native/rt.h"

/* In checkpoint mode: this decision point will be come back to.  The running
 * thread's context is saved (or it has ended). */
void rewind_keep(void);
/* t is about to run. */
void rewind_resume(struct thread *t);

/* --- for mark.c --------------------------------------------------------------
 */

/* Everything is to be saved once more before it changes. */
void rewind_epoch(void);
/* Memory goes back to what it was when the log was at `log`. */
void rewind_back(size_t log);
/* No old state is needed any more, but for the execution's beginning. */
void rewind_nothing_kept(void);

/* Driver: goes back to the deepest checkpoint at or above `shared` steps and
 * returns true; or to the beginning of an execution and returns false. */
bool rewind_to(size_t shared);
/* Driver: everything goes back to the template. */
void rewind_all(void);
/* Driver, between executions: when stamps run out, they begin again, and so
 * does the next execution. */
void rewind_stamps(void);

#endif
