/* SPDX-License-Identifier: MIT */
/* fail.h - bugs with a place of their own, walking stacks, fatal signals */
#ifndef NATIVE_FAIL_H
#define NATIVE_FAIL_H

#include "native/rt.h"

/* Exit status of a process whose execution ended in a fatal signal. */
enum {
	CHILD_DONE = 0,
	CHILD_CRASHED = EXIT_CRASHED
};

/* As bug(), when the test itself says where: assert. */
void bug_at(enum bug_kind kind, uint64_t pc, const char *file, uint32_t line,
	const char *fmt, ...) __attribute__((noreturn, format(printf, 5, 6)));

/* The next bug of a thread does not show in the execution that ends, but in one
 * with this schedule, as long as that of this one. */
void bug_shows_in(const struct choice *schedule);
/* The same, with one of so many choices. */
void bug_shows_longer(const struct choice *schedule, uint32_t length);
/* As bug(), of a thread that stands there. */
void bug_of_stack(enum bug_kind kind, const struct channel_stack *stack,
	const char *fmt, ...) __attribute__((noreturn, format(printf, 3, 4)));
/* As bug(), of a thread that did it earlier. */
void bug_of_thread(enum bug_kind kind, uint64_t pc, tid t, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 4, 5)));

/* As bug(), in the middle of a call of the running thread's that began at
 * `inside`. */
void bug_inside(enum bug_kind kind, uint64_t pc, uint64_t inside,
	const char *fmt, ...) __attribute__((noreturn, format(printf, 4, 5)));

/* A race with the schedule that led to it, for whoever takes it for a bug: its
 * number in race_bug[], from 1; 0: no room. */
uint32_t bug_keep_race(const struct channel_race *r);
/* It is the bug: ends the execution. */
void bug_race(const struct channel_race *r) __attribute__((noreturn));

/* What a bug has in common with an execution that was cut: the schedule so far,
 * and where threads wait. */
void bug_of_cut(struct channel_bug *b, const char *message);

void signals_init(void);

/* Could a frame pointer, or a return address, lie there? */
bool on_test_stack(uint64_t address);

/* Return addresses of a suspended thread; innermost is its operation's. */
uint32_t fiber_walk(
	const struct thread *t, uint64_t *pc, uint32_t max, uint64_t innermost);
/* The frame of a thread that an address on its stack is in: where it is, and
 * its canonical frame address.  innermost as above; of the running thread:
 * where it came into the runtime. */
bool frame_around(tid owner, uint64_t address, uint64_t innermost, uint64_t *pc,
	uint64_t *cfa);
/* By the chain of frame pointers alone. */
uint32_t frame_walk(
	uint64_t *pc, uint32_t max, uint64_t first, uint64_t rbp, uint64_t rsp);
enum {
	OUTERMOST = 5
};
/* The same of a stack that may be full: of more than `max` frames the innermost
 * ones, and behind them the OUTERMOST outermost, as many as `outer` says.  How
 * many there are. */
uint32_t frame_walk_full(uint64_t *pc, uint32_t max, uint32_t *outer,
	uint64_t first, uint64_t rbp, uint64_t rsp);
/* The frame of stack_walk(), while the compiler's unwinder does its work, whose
 * code has no frame pointers; else NULL. */
const uint64_t *stack_walking(void);

#endif
