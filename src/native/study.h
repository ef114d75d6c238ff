/* SPDX-License-Identifier: MIT */
/* study.h - decision points by the rules of a published study (--points=study)
 *
 * study.def says which operation has how many; what is no matter of one
 * operation is here.  docs/design/012-study-profile.md has the rules, R-01 and
 * so on.
 */
#ifndef NATIVE_STUDY_H
#define NATIVE_STUDY_H

#include "native/rt.h"

/* How many points an operation has, kept by kind (sched.c). */
enum points_of_kind {
	POINTS_NONE,
	POINTS_OWN = 1, /* one, by scarp's own rules: spinning is looked for */
	POINTS_BEFORE = 2,
	POINTS_TWICE = 4,
	POINTS_LISTED = 8,
	POINTS_YIELDS = 16
};

/* Replaces what is there for scarp's own rules. */
void study_points(uint8_t points[OP_COUNT]);

/* `points` of them at an operation of the instruction at pc: how many? */
unsigned study_points_at(unsigned points, uint64_t pc);

/* An operation went by that has a point by scarp's own rules. */
void study_passed(enum op kind);

/* As search_choose; but the thread that ran last is not enabled if it gives way
 * and another one can go on (T-09). */
struct choice study_choose(struct view *view);

/* Has main ended?  Then threads that wait for ever are no deadlock. */
bool study_main_left(void);

/* A racing instruction that is not in the list is no point (T-12). */
void study_no_point(bool write);

#endif
