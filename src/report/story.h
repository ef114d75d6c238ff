/* SPDX-License-Identifier: MIT */
/* story.h - what the threads of a replay did as rows to be read, in order
 *
 * story_row() is called for item 0, 1, 2, ... of the sequence: it keeps track
 * of who holds what, so that a row can say why its thread goes on and the one
 * before does not.  The machine writes an event when a thread arrives at an
 * operation, and another one when it is made later: the first is then of kind
 * OP_none.  columns.c and list.c lay the rows out.
 */
#ifndef REPORT_STORY_H
#define REPORT_STORY_H

#include "report/holds.h"
#include "report/names.h"
#include "report/sequence.h"

struct row {
	uint32_t number; /* among those that are shown, from 1 */
	tid thread;
	bool failed;
	bool blocked;	  /* it could not go on: not a step */
	bool noted;	  /* names->note has it */
	char what[200];	  /* "lock &q.lock: blocked" */
	char object[160]; /* of these words "&q.lock"; "" */
	char value[200];  /* "0 -> 1"; "" */
	char where[96];	  /* "queue.c:12", or "12" in the usual file */
	char source[160]; /* its text; "" when it cannot be read */
	char before[400]; /* why the thread changes here; "" when it does not */
};

struct story {
	struct names *names;
	const struct channel *c;
	struct sequence sequence;
	uint32_t rows;
	bool has[THREADS_MAX]; /* it has a row */
	uint32_t gap;	       /* the next one of the sequence's */
	struct holds holds;
	uint32_t last[THREADS_MAX]; /* newest event so far, plus one */
	tid shown;	/* thread of the last row; TID_NONE: none yet */
	bool told;	/* that row says what its thread waits for */
	char file[128]; /* the usual one */
};

/* With `full` all rows there are. */
void story_init(struct story *s, struct names *names, bool full);
void story_fini(struct story *s);
/* False: nothing to be shown (it matters to nobody else; or its thread only
 * arrived here and was preempted before the operation). */
bool story_row(struct story *s, uint32_t item, struct row *out);
/* Is it left out of a long execution?  Then `out` has text where the first one
 * of them is. */
bool story_cut(const struct story *s, uint32_t item, char *out, size_t size);
/* Loops of which rounds are left out right before an item (at the end: the
 * number of items), one at a time.  False: no more. */
bool story_gap(struct story *s, uint32_t item, char *out, size_t size);
/* Does a thread have a row? */
bool story_has(const struct story *s, tid t);

/* The end of a deadlock: what the thread of wait number `wait` of the bug waits
 * for.  False: it has ended. */
bool story_last(struct story *s, unsigned wait, struct row *out);

/* The source file that most events are in, without its directory; "" if
 * none. */
void story_file(struct names *n, char *out, size_t size);

/* Does debug information know a line of the program, whether or not an event
 * stands in one?  O(its lines). */
bool story_has_lines(const struct names *n);

/* Both layouts: a table with a column for each thread, or a line for each
 * event when there are too many threads for `width`. */
void columns_print(struct names *names, FILE *out, int width, bool full);
bool columns_fit(struct names *names, int width, bool full);
void list_print(struct names *names, FILE *out, int width, bool full);

#endif
