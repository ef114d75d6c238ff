/* SPDX-License-Identifier: MIT */
/* suite.h - what a study is about: programs, techniques, seeds and a limit
 *
 * Read from one JSON file (docs/formats/study.md) and judged as a whole before
 * anything is run: a study that ends after an hour by a typing mistake in its
 * last line would be a bad one.
 *
 * Errors   ERR_USAGE, with the file and what to do.
 * Memory   texts belong to `all`; study_suite_fini frees everything.
 */
#ifndef CLI_STUDY_SUITE_H
#define CLI_STUDY_SUITE_H

#include <jansson.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/study/technique.h"

enum {
	SEEDS_MAX = 1000,
	GROUP_MAX = 3, /* sets of one Venn diagram */
	GROUPS_MAX = 16
};

struct study_program {
	const char *name;
	const char *file;      /* as given; NULL: it is made of its sources */
	const json_t *sources; /* arrays of texts, or NULL */
	const json_t *flags, *args, *options;
	const char *directory; /* where it runs; NULL: where the suite lies */
	bool buggy;
	uint64_t kinds;	     /* 1 << enum bug_kind that are its bug; 0: any */
	char path[PATH_MAX]; /* of the program that is run */
};

/* Techniques, by number: of a Venn diagram, or of a scatter plot. */
struct study_group {
	unsigned n, technique[GROUP_MAX];
};

struct study_suite {
	json_t *all;
	const char *file; /* as given */
	char folder[PATH_MAX], name[256];
	struct study_program *program;
	size_t programs;
	struct technique *technique;
	size_t techniques;
	uint64_t seed[SEEDS_MAX];
	size_t seeds;
	uint64_t executions; /* 0: no limit of these */
	double seconds;	     /* the same */
	double patience;     /* how much later a check is killed */
	bool stops;	     /* at the first bug */
	struct study_group venn[GROUPS_MAX], scatter[GROUPS_MAX];
	size_t venns, scatters;
};

int study_suite_read(struct study_suite *s, const char *path, struct err *err);
void study_suite_fini(struct study_suite *s);

/* Relative to where the suite lies. */
void study_suite_path(
	const struct study_suite *s, const char *name, char *out, size_t size);

#endif
