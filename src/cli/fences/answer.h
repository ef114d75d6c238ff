/* SPDX-License-Identifier: MIT */
/* answer.h - which fences make a test right, as text and as JSON */
#ifndef CLI_FENCES_ANSWER_H
#define CLI_FENCES_ANSWER_H

#include <stdio.h>

#include "cli/fences/tried.h"

enum answer {
	ANSWER_NONE_NEEDED,    /* it is right as it is */
	ANSWER_FENCES,	       /* with these it is */
	ANSWER_NOT_PROVEN,     /* with these no bug was found, and no more */
	ANSWER_WRONG_UNDER_SC, /* already */
	ANSWER_NO_FENCE_HELPS, /* a bug in which no store was late */
	ANSWER_NO_LINE,	       /* one whose late stores have no known line */
	ANSWER_ENDED,	       /* by the budget, or interrupted */
	ANSWER_ERROR,	       /* a check could say nothing */
	ANSWERS
};

struct fences {
	const char *model;
	enum answer is;
	struct places places;
	uint64_t set;	   /* of these, the answer */
	const char *open;  /* why it is not proven, or has ended; or NULL */
	const char *title; /* of the bug of which it speaks; or NULL */
	unsigned checks, traces;
	json_t *trace; /* of each that failed: title, late stores, schedule */
};

/* A test that failed, as soon as it did. */
void answer_trace(const struct fences *f, const json_t *bug, FILE *out);
void answer_print(const struct fences *f, FILE *out);
json_t *answer_json(const struct fences *f, char *const *argv);
int answer_exit(const struct fences *f);

#endif
