/* SPDX-License-Identifier: MIT */
/* study.h - a study: its cells, what was measured, and what comes of it
 *
 *     suite (suite.h)  ->  cells, in a fixed order: seed, program, technique
 *     each cell        ->  one `scarp check` in a child (run.c, pool.h)
 *     its result       ->  a line of INTO/measured.jsonl, on disk before the
 *                          next cell begins in its place (log.h)
 *     all of them      ->  tables and plots (tables.h, plots.h), made anew from
 *                          the cells alone, at the end and when interrupted
 *
 * So whoever is killed at any moment loses the cells that were being run, and
 * the tables do not depend on how often that happened.
 */
#ifndef CLI_STUDY_STUDY_H
#define CLI_STUDY_STUDY_H

#include <stdio.h>

#include "cli/study/suite.h"

enum cell_outcome {
	CELL_OPEN,   /* not measured yet */
	CELL_FOUND,  /* the program's bug */
	CELL_SILENT, /* no bug */
	CELL_OTHER,  /* a bug that the suite does not know */
	CELL_ERROR,  /* nothing can be said */
	CELL_OUTCOMES
};
extern const char *const cell_outcome_name[CELL_OUTCOMES];

struct cell {
	size_t program, technique;
	uint64_t seed; /* 0: it has none */
	enum cell_outcome outcome;
	uint64_t first; /* schedules to the first bug; 0: there was none */
	uint64_t schedules, failed;
	uint64_t bound, bound_new, bound_failed; /* ipb, idb: the last one */
	bool bounded;				 /* these are known */
	bool exhausted;		     /* there are no more schedules */
	uint64_t decisions, threads; /* the most of one execution; 0: unknown */
	char kind[40];		     /* of the bug that was found */
	char why[200];		     /* CELL_ERROR, CELL_OTHER */
	double seconds;
};

struct study {
	struct study_suite suite;
	char into[PATH_MAX];
	unsigned at_a_time;
	bool quiet;
	struct cell *cell;
	size_t cells, measured;
	int log; /* a descriptor: log.h */
	FILE *out;
};

/* All cells, none of them measured. */
int study_cells(struct study *s, struct err *err);
/* Those of a program and a technique, in the order of the seeds; returns how
 * many, SEEDS_MAX at most. */
size_t study_cells_of(const struct study *s, size_t program, size_t technique,
	const struct cell **out);

/* Runs what is not measured.  OK when interrupted, too. */
int study_run(struct study *s, struct err *err);

/* Fills in the paths of the programs; builds those that have sources. */
int study_programs_find(
	struct study_suite *s, const char *into, struct err *err);
int study_programs_build(struct study_suite *s, const char *into,
	unsigned at_a_time, struct err *err);

/* What scarp check says of a cell, from its --json; `path` may be missing or
 * empty.  `status`: as of waitpid. */
void cell_judge(const struct study_suite *s, struct cell *c, const char *path,
	int status, bool late);
json_t *cell_json(const struct study_suite *s, const struct cell *c);
/* The cell that a line is about, with what it says; false: there is none. */
bool cell_from_json(struct study *s, const json_t *from);

#endif
