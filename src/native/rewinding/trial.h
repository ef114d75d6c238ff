/* SPDX-License-Identifier: MIT */
/* trial.h - a thread runs alone, on trial, and then everything goes back
 *
 * A mark, behind which one thread is chosen at every decision point, and of
 * which nothing remains when it is over: no bug, race, point or caveat, no
 * schedule or footprint.  It is over when the thread cannot go on, has made so
 * many operations, fails or ends the process; and before it does what no mark
 * takes back: calls whose accesses nobody announces, the kernel's files in fork
 * mode, a thread that never had a number before.  (A loop without an operation
 * or access has no end here either, and is a bug of this schedule.)
 *
 * Cost     what the mark costs, and some hundred bytes of the channel.
 */
#ifndef NATIVE_TRIAL_H
#define NATIVE_TRIAL_H

#include "native/rewinding/mark.h"

enum trial_end {
	TRIAL_WAITS = 1, /* it cannot go on */
	TRIAL_TURNED,	 /* nor that, being where it began: round a loop in
			    vain, or before its first operation */
	TRIAL_ENDED,	 /* the thread, or it would end the process */
	TRIAL_LONG,	 /* all operations are made, or, with those that give
			    way, 64 and twice as many */
	TRIAL_FAILS,
	TRIAL_GIVEN_UP, /* for what cannot be taken back, or some limit */
	TRIAL_DONE	/* whoever watches has seen enough */
};

/* At a decision point, on the stack of the running thread.  Operations that
 * touch nothing, but give way, are not counted.  0: it begins, and
 * trial_choose() says who goes on; or no trial is possible (MARK_NO_ROOM).
 * Else it is over, this is why, and the mark has been dropped. */
int trial_begin(tid t, uint32_t operations);
/* What whoever tries wants besides; once it has begun. */
struct trial_watch {
	/* It is about to be over, and nothing has gone back yet. */
	void (*ends)(tid t, enum trial_end why);
	bool told; /* footprints and trace have it: it is to stay */
};
void trial_watch(const struct trial_watch *watch);
/* By ends(): the execution goes on, or ends, from here.  What was found is
 * kept, and there is no way back. */
void trial_stays(void);
/* So many operations more, from here. */
void trial_more(uint32_t operations);
/* Does what it does belong to the execution? */
bool trial_told(void);
/* How many operations the last one made that touch something. */
uint32_t trial_touched(void);
/* Nobody can go on, or not the thread. */
void trial_waits(void) __attribute__((noreturn));
/* What the thread does next.  Does not return if it can do nothing. */
struct choice trial_choose(void);
/* It has been granted this, and has not done it. */
void trial_operation(enum op kind);

/* It is over. */
void trial_over(enum trial_end why) __attribute__((noreturn));
/* So it is if there is one. */
static inline void trial_stops(enum trial_end why)
{
	if (unlikely(rt.trial))
		trial_over(why);
}

#endif
