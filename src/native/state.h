/* SPDX-License-Identifier: MIT */
/* state.h - operations on what threads share without any memory that shows it
 *
 * The umask, the action of a signal, the list of exit handlers: which function
 * of the C library touches what stands in channel/states.def, and what a
 * function announces is made from its row there.  As long as there has never
 * been a second thread it is no decision point, and nothing at all.
 *
 * What belongs to the operation needs no other announcement for footprints: it
 * is undo_save that a change needs, not KEEP.
 */
#ifndef NATIVE_STATE_H
#define NATIVE_STATE_H

#include "channel/kernel.h"
#include "native/rt.h"

/* TOUCHES_function_state: which state, and whether the function changes it. */
enum touches {
	TOUCHES_R,
	TOUCHES_W,
#define STATE(name, how, text)
#define ALONE(reason, names)
#define TOUCHES(function, state, access)                                       \
	TOUCHES_##function##_##state =                                         \
		(int)KERNEL_##state << 1 | TOUCHES_##access,
#include "channel/states.def"
#undef TOUCHES
#undef ALONE
#undef STATE
};

/* The running thread touches number `number` of a state: returns when the
 * schedule says so.  `changes` false: this call only looks, though others of
 * the function change something. */
void state_point(enum touches what, uint64_t number, bool changes, uint64_t pc);
#define STATE_POINT(function, state, pc)                                       \
	state_point(TOUCHES_##function##_##state, 0, true, pc)

#define STATE_LOOK(function, state, pc)                                        \
	state_point(TOUCHES_##function##_##state, 0, false, pc)

/* An operation of another kind, which has its own point, touches it as well. */
void state_also(enum touches what, uint64_t number);
#define STATE_ALSO(function, state) state_also(TOUCHES_##function##_##state, 0)

/* An operation is about to change n bytes of memory that others may use without
 * any: it is ordered with other operations, and races with what is none. */
void state_beside(void *at, size_t n, uint64_t pc);

/* n bytes of the state itself, for loops that wait for it (spin.h): read, or,
 * before they do, about to change. */
void state_value(void *state, size_t n, bool changes);

#endif
