/* SPDX-License-Identifier: MIT */
/* recorded.h - a history with its names: read from a file, or of an execution
 *
 * JSON lines: docs/formats/history-json.md.  What does not fit together is an
 * error with its line: nothing is skipped, and nothing guessed.
 *
 * Memory   recorded_free, also after an error.
 */
#ifndef REPORT_RECORDED_H
#define REPORT_RECORDED_H

#include <stdio.h>

#include "base/err.h"
#include "linear/history.h"
#include "linear/spec.h"

/* What is known of an operation besides; by its index. */
struct recorded_op {
	char *name;			  /* as it was written */
	unsigned call_line, back_line;	  /* 0: there is none */
	long double call_time, back_time; /* all 64 bits of a whole number */
};

struct recorded_names {
	char **name;
	size_t names;
	uint32_t *slot; /* hash table of numbers, + 1; 0: free */
	size_t slots;
};

struct recorded {
	const char *path; /* NULL: it is of an execution */
	struct linear_history history;
	struct linear_object *object; /* the history's */
	struct recorded_op *op;
	struct recorded_names threads, objects, texts;
	bool as_is; /* texts are shown without quotes */
	bool timed;
};

/* `spec`: of objects whose specification the file does not say; NULL: there is
 * none. */
int recorded_read(struct recorded *r, const char *path,
	const struct linear_spec *spec, struct err *err);
void recorded_free(struct recorded *r);

/* The number of a name, which is added if it is new; -1: no memory. */
int64_t recorded_name(struct recorded_names *n, const char *name);

/* "enqueue(1)", "dequeue -> empty"; control characters as '?'. */
void recorded_say(
	const struct recorded *r, uint32_t op, char *out, size_t size);
/* "1", "empty", "\"x\"" */
void recorded_value(const struct recorded *r, value v, char *out, size_t size);
/* "T1" for thread 1, otherwise its name. */
const char *recorded_thread(const struct recorded *r, uint32_t thread);

#endif
