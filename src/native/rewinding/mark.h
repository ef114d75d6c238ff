/* SPDX-License-Identifier: MIT */
/* mark.h - a way back within an execution, of which the search knows nothing
 *
 * Marks are a stack.  Who goes back finds itself behind mark_take() once more:
 * as with setjmp, but with everything as it was, the variables of its frames
 * included.  All three modes have them; in fork mode the undo log, which is off
 * there, is on as long as a mark stands.
 *
 * Goes back  memory of the test, stacks and thread-local storage; threads,
 *            objects, what pends, clocks, shadow cells, watches of loops;
 *            rt.world: output, descriptors, time, mappings, steps; the
 *            schedule, whose choices since count as never made; what the
 *            running thread has of the machine.
 * Stays      what was found: bugs, races, points, caveats; footprints and the
 *            trace, to which what was undone belongs as well; names of threads;
 *            what other processes see: the kernel's files in fork mode, and
 *            what calls change that nobody announces.  trial.h is for those who
 *            want none of that.  Stamps and epochs, which only grow.
 * Ownership  marks belong to the execution: its end forgets them.  While one
 *            stands no checkpoint is taken.
 * Memory     a static table of MARKS_MAX; the log has the rest.  When that is
 *            full: as ever in checkpoint and restart mode, else an error.
 * Cost       none is taken: one test when an execution ends.  To take one: the
 *            running thread's stack in use, and rt.world; then what a
 *            checkpoint costs, that is, what changes is saved once.
 */
#ifndef NATIVE_MARK_H
#define NATIVE_MARK_H

#include "native/rt.h"

enum {
	MARKS_MAX = 16,
	MARK_NO_ROOM = -1
};

/* By the running thread, on its stack.  0: it is taken; MARK_NO_ROOM: there are
 * too many, or a thread is in a call that is silent (silent.h); else somebody
 * has gone back to it, and this is what he said. */
int mark_take(void);
/* Back to the newest one, which goes on standing.  why > 0.  Behind it, what
 * threads offer is to be asked for again (offers_refresh). */
void mark_back(int why) __attribute__((noreturn));
/* The newest one is no longer needed; nothing goes back. */
void mark_drop(void);

/* The execution is over: whoever goes back from here does not go by marks. */
static inline void mark_forget(void)
{
	rt.kept -= rt.marks;
	rt.marks = 0;
}

#endif
