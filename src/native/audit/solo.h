/* SPDX-License-Identifier: MIT */
/* solo.h - does everything go back to a mark?  For tests: SCARP_SOLO=N,K
 *
 * At every N-th decision point that the search decides a mark is taken; from
 * there one of the enabled threads runs alone for up to K operations (5), on
 * trial (trial.h), then the next one does.  Which is the first goes round, by
 * the numbers of execution and step.  After each, memory, threads and what they
 * offer are compared with what they were; what is not the same is an error.
 * And the search has to find what it finds without.
 *
 * Cost     off: none.  On: a compare of the program's data a decision, and the
 *          trials.
 */
#ifndef NATIVE_AUDIT_SOLO_H
#define NATIVE_AUDIT_SOLO_H

#include "native/rt.h"

/* Once, before the template is taken. */
void solo_init(void);
/* At a decision point.  True: a thread is tried, trial_choose() says what it
 * does.  False: the search decides; nothing is tried, or it was. */
bool solo_begins(const struct view *view);

#endif
