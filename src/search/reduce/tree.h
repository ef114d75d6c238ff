/* SPDX-License-Identifier: MIT */
/* tree.h - what the reductions have in common: going through the tree
 *
 * An execution is made to its end, its races are looked at, and the deepest
 * decision point with something left to try is next.  What is left is each
 * reduction's own: it answers `next`.
 */
#ifndef SEARCH_REDUCE_TREE_H
#define SEARCH_REDUCE_TREE_H

#include "search/reduce/races.h"
#include "search/strategy.h"

struct tree {
	struct history history;
	struct nodes nodes;
	struct estimate estimate;
	struct choice *schedule;
	uint32_t *clock, *base; /* scratch, by thread */
	uint32_t schedule_max;
	uint32_t prefix; /* choices with which the execution begins */
	uint32_t made;	 /* choices of the last one */
	uint32_t known;	 /* events whose races were looked at */
	uint32_t seen;	 /* events of the last execution that still stand in the
			    history, for estimates */
	uint8_t branched[OP_COUNT]; /* the search came back to such a choice */
	bool open;	/* it has not ended: it is still to be made */
	bool done;	/* there is no next one */
	bool redundant; /* it was stopped as that */
	bool lost;	/* some execution did not fit */
	bool fresh;	/* the machine has not made any of it */
	bool downwards; /* as search_config has it */
	/* Of a search in parts (split.h). */
	uint32_t from;	 /* nodes below are the owner's */
	uint32_t untold; /* threads that it was not told of */
	bool behind; /* the last node's choice is among its options already */
	bool waits;  /* for parts */
	bool said;   /* to the owner: done */
};

/* Takes its memory from the region, all but `left` 16ths of it, which are left
 * to the caller at *rest (each *unit bytes); false: it is full. */
bool tree_init(struct tree *d, const struct search_config *config,
	struct region *region, unsigned left, char **rest, size_t *unit);

void tree_restart(struct tree *d);

/* next: what is to be tried at node i, the last node; false: nothing.  `done`
 * and d->waits: nothing yet. */
struct start tree_begin(struct tree *d,
	bool (*next)(struct tree *d, uint32_t i, struct choice *out));

/* A `next`: what is in the backtrack set and not done. */
bool tree_asked(struct tree *d, uint32_t i, struct choice *out);
/* Puts a thread into the backtrack set of node i. */
void tree_ask(struct tree *d, uint32_t i, tid t);
/* All threads that could go on there, and are not withheld. */
void tree_ask_all(struct tree *d, uint32_t i);
/* How much that is, but for the one that is being explored. */
uint32_t tree_asked_left(const struct tree *d, uint32_t i);
double tree_asked_open(const struct tree *d, uint32_t i);

/* The next node; false: no room. */
bool tree_node(struct tree *d, const struct view *view);

/* The choice at the node just made. */
struct choice tree_made(
	struct tree *d, const struct view *view, struct choice c);
struct choice tree_redundant(struct tree *d);
/* Makes the next node, and a choice there: the first option that is neither
 * asleep nor explored of threads t, t + up and so on, around. */
struct choice tree_choose(
	struct tree *d, const struct view *view, tid t, tid up);

void tree_transition(struct tree *d, const struct transition *done);

/* Looks at the races that the execution has and others had not. */
void tree_over(struct tree *d, const struct outcome *outcome);
void tree_end(struct tree *d, const struct outcome *outcome,
	void (*reverse)(void *self, uint32_t i, const struct later *a));

/* left: how many of node i's options are still to be tried, the one that is
 * being explored not counted. */
bool tree_estimate(const struct tree *d,
	double (*left)(const struct tree *d, uint32_t i),
	struct estimated *out);

/* How many events each thread has before event i, into d->base. */
void tree_base(struct tree *d, uint32_t i);
/* Begins event k, which is not after event i, what is not after it? */
bool tree_initial(const struct tree *d, uint32_t k);

size_t tree_used(const struct tree *d);

/* As that of a strategy; its state begins with a tree. */
const struct history *tree_history(const void *self);

#endif
