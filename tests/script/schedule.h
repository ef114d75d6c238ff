/* SPDX-License-Identifier: MIT */
/* schedule.h - strategies that are given a schedule, on the script machine
 *
 * What their tests share: a random schedule that fails, of a program that can,
 * and the executions that a strategy makes of it.  One machine, in one piece of
 * memory: what begins ends what was begun before.  Whatever is wrong with them
 * ends the test.
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "machine.h"

struct schedule {
	struct choice choice[MACHINE_STEPS];
	uint32_t steps;
	enum outcome_kind end;
};

__attribute__((noreturn)) void schedule_failed(
	const char *text, const char *what);

/* Program number i of a seed, and its text.  False: no schedule that was tried
 * at random fails; else `out` is one. */
bool schedule_program(struct program *p, char *text, size_t size, uint64_t seed,
	uint64_t i, struct schedule *out);

/* A strategy, with a schedule or without (NULL); each execution of it; and what
 * the last one was. */
struct machine *schedule_begin(const char *text, const struct program *p,
	const char *strategy, const struct schedule *given);
bool schedule_run(const char *text, struct machine *m);
void schedule_take(struct schedule *to, const struct machine *m);

/* The same schedule, replayed, has to come to the same. */
const struct machine *schedule_replay(
	const char *text, const struct program *p, const struct schedule *s);

/* --programs N --seed S */
void schedule_options(
	int argc, char **argv, uint64_t *programs, uint64_t *seed);

#endif
