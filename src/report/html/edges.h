/* SPDX-License-Identifier: MIT */
/* edges.h - what passes from one thread to another in a replay: the arrows
 *
 * An order is made by the operations that synchronise: a thread that is
 * created, joined or woken, a lock or a unit of a semaphore that another one
 * gave, a barrier.  A value passes where a thread reads what another one wrote
 * last; a value alone orders nothing (an atomic may: its memory order is not
 * recorded).
 *
 * Memory   edges_free gives it back.
 */
#ifndef REPORT_HTML_EDGES_H
#define REPORT_HTML_EDGES_H

#include "report/sequence.h"

enum edge_kind {
	EDGE_ORDERS,
	EDGE_PASSES /* a value, or the state of another object */
};

struct edge {
	uint32_t from, to; /* items of the sequence */
	enum edge_kind kind;
};

struct edges {
	struct edge *at;
	uint32_t count, room;
};

/* Fewer when there is no memory. */
void edges_new(
	struct edges *e, const struct sequence *s, const struct channel *c);
void edges_free(struct edges *e);

#endif
