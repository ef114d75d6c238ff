/* SPDX-License-Identifier: MIT */
/* nodes.h - the decision points of the current execution, and what was and will
 * be tried at each
 *
 * Node i is decision point i: what each live thread had pending there, which
 * *options* (a thread and an alternative of its operation) are asleep, which
 * were explored, and which threads are still to be (the backtrack set).  An
 * option sleeps while everything it would lead to is known from elsewhere
 * (sleep sets: Godefroid 1996); with it its footprint is kept, which stays true
 * as long as only independent transitions are made.
 *
 * Memory   one region of the caller's, used as stacks; polynomial: for each
 * node its threads, and the options asleep or explored.
 */
#ifndef SEARCH_REDUCE_NODES_H
#define SEARCH_REDUCE_NODES_H

#include "search/reduce/history.h"

struct option {
	struct footprint footprint; /* as it was executed */
	uint32_t alternative;
	tid thread;
	bool loose; /* what it promises may come too late (split.h) */
};

/* What a thread had pending, by thread number; offers 0: not enabled, and
 * `object` is what it waits for.  In the order of struct pending: there is one
 * for each thread and decision point. */
struct waiting {
	uint64_t object;
	uint32_t offers;
	uint32_t offer_at; /* in `offer`, if it is a list */
	uint32_t size, level;
	uint32_t asked; /* alternatives asked for by themselves: optimal.c */
	uint8_t kind, live;
	union {
		struct {
			bool listed : 1, backtrack : 1;
			bool internal : 1; /* not a thread of the test */
			bool told : 1;	   /* that it is in the backtrack set */
			bool asking : 1; /* for more alternatives, when what was
					    asked for is explored */
			bool unforeseen : 1, withheld : 1, signals : 1,
				awaits : 1; /* as in struct pending
					     */
		};
		uint16_t bits;
	};
};

struct node {
	uint32_t waiting_at, offers_at; /* where its entries begin */
	uint32_t options_at;
	uint32_t parts; /* subtrees that others explore */
	uint64_t access_at;
	uint32_t sleeping, options; /* the options: first those asleep */
	uint32_t several_before;
	tid threads, last;
};

struct nodes {
	struct node *node;
	struct waiting *waiting;
	uint32_t *offer;
	struct option *option;
	struct access *access; /* of the options' footprints */
	uint32_t count, waitings, offers, options;
	uint32_t several; /* how often a thread had alternatives */
	uint64_t accesses;
	uint32_t count_max, waitings_max, offers_max, options_max;
	uint64_t accesses_max;
	bool full;
	bool noted; /* what sleeps is only noted: it can be explored */
};

void nodes_init(struct nodes *n, void *memory, size_t bytes);

/* Keeps the first `count` nodes alone. */
void nodes_cut(struct nodes *n, uint32_t count);

/* The next node.  Asleep are the options asleep or explored at the node before,
 * but for those that depend on `made`, the transition between (NULL at first).
 */
void nodes_add(
	struct nodes *n, const struct view *view, const struct footprint *made);

/* The last node's option (t, alternative) has been explored: this is what it
 * did.  Its accesses are the caller's until nodes_keep copies those of the
 * latest one. */
void nodes_explored(struct nodes *n, tid t, uint32_t alternative,
	const struct footprint *f);
void nodes_keep(struct nodes *n);

static inline struct waiting *waiting_at(
	const struct nodes *n, uint32_t i, tid t)
{
	const struct node *node = &n->node[i];

	return t < node->threads ? &n->waiting[node->waiting_at + t] : NULL;
}

/* The k-th thread in the order that begins with the one that ran last; that one
 * may have ended, with all that have higher numbers. */
static inline tid nodes_from_last(const struct node *node, tid k)
{
	tid first = node->last < node->threads ? node->last : 0;

	return (tid)((first + k) % node->threads);
}

/* Can it be tried where nobody asks for it? */
static inline bool nodes_tried(const struct waiting *w)
{
	return w->live && w->offers && !w->withheld;
}

/* The k-th alternative that it offers. */
static inline uint32_t nodes_offer(
	const struct nodes *n, const struct waiting *w, uint32_t k)
{
	return w->listed ? n->offer[w->offer_at + k] : k;
}

/* Is the option explored at node i, or asleep there (unless that is only
 * noted)? */
bool nodes_done(const struct nodes *n, uint32_t i, tid t, uint32_t alternative);

/* The first alternative of thread t that is not done at node i, withheld or
 * not; false: none.  O(options) where they were explored in their order. */
bool nodes_left(
	const struct nodes *n, uint32_t i, tid t, uint32_t *alternative);
/* How many there are. */
uint32_t nodes_open(const struct nodes *n, uint32_t i, tid t);

#endif
