/* SPDX-License-Identifier: MIT */
/* edges.h - what a step of an execution comes directly behind
 *
 * edges_of() is called for the items of a sequence in order.  An item comes
 * behind another thread's when both touch the same bytes, or the same object,
 * and one of them changes it, with nothing like that of its own thread between;
 * behind the creation of its thread; and, joining, behind the end of another.
 * With the order in each thread that is all of the order of an execution which
 * matters to its outcome.
 *
 * Cost     of touched.h; of more than READERS threads that read before a change
 *          the first ones are told.
 */
#ifndef REPORT_EDGES_H
#define REPORT_EDGES_H

#include "report/sequence.h"
#include "report/touched.h"

enum {
	EDGES_MAX = 2 * READERS /* of one item; more are left out */
};

struct edges {
	const struct channel *c;
	struct touched touched;
	uint32_t last[THREADS_MAX]; /* item of a thread, plus one; 0: none */
	uint32_t creation[THREADS_MAX]; /* the same, of who created it */
	uint32_t count;
	struct edge {
		uint32_t from; /* item */
		bool data;     /* plain memory leads from it */
	} edge[EDGES_MAX];
};

void edges_begin(
	struct edges *e, const struct channel *c, const struct sequence *s);
/* Fills edge[]. */
void edges_of(struct edges *e, const struct sequence *s, uint32_t item);
void edges_end(struct edges *e);

#endif
