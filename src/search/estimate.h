/* SPDX-License-Identifier: MIT */
/* estimate.h - how large the tree of executions will be, from what was made
 *
 * Size: the weighted backtrack estimator (Kilby, Slaney, Thiebaux, Walsh:
 * Estimating Search Tree Size, 2006).  An execution has the weight that a walk
 * from the root has to meet it, when at each node every child is as likely.
 * The weights of all executions of a tree add up to 1, so those of the ones
 * that were made say what part of the tree that is.
 *
 * Time: the recursive estimator of the same paper.  What was not entered takes
 * as long as its siblings on average.  Time is not executions times their
 * average: executions that begin alike share the time of their beginning.
 * As published, a deep path with something left at each node is taken for a
 * tree that is as large everywhere, and the estimate is wrong by any factor, up
 * to the end of the search.  So a child that was just begun is taken to be like
 * its finished siblings, and counts by itself as far as it was made.
 *
 * Reductions find branches late (Simsa, Bryant, Gibson: Runtime Estimation and
 * Resource Allocation for Concurrency Testing, 2012): the tree grows, and what
 * looked like a half was a third.  So how many children are left is not noted
 * when a node is met, but asked when the estimate is read; and below a node
 * that is behind us every child has been made, whatever was known of it then.
 *
 * Units    costs are in what the machine counts in, nanoseconds mostly; they
 *          are spread evenly over the transitions that an execution added.
 * Memory   the caller's: one entry for each node on the current path that had
 *          more than one choice.  When it ends nothing is known, and nothing
 *          else happens.
 * Cost     a few instructions an execution and a node; a read is
 *          O(nodes on the path).
 * Callers  strategies that exhaust; nothing here decides anything.
 */
#ifndef SEARCH_ESTIMATE_H
#define SEARCH_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All of them may be too large for a double: infinite. */
struct estimated {
	double fraction;   /* of the tree that was made, 0 .. 1 */
	double executions; /* in the whole tree, however they end */
	double cost;	   /* of the whole tree */
	double recursive;  /* the same, as published */
	double spent;	   /* of what was made */
};

/* A node on the current path. */
struct estimate_node {
	uint32_t step;
	uint32_t finished; /* children that are behind us */
	uint64_t reached;  /* what had been spent when it was met */
	uint64_t entered; /* and when its current child was, if not the first */
};

struct estimate {
	struct estimate_node *node;   /* by step, ascending, behind one that
					 ends every search for a step */
	struct estimate_node *last;   /* the deepest on the path */
	struct estimate_node *before; /* with which the execution began */
	struct estimate_node *end;    /* of the memory */
	uint64_t spent;		      /* by all that ended */
	uint64_t executions;	      /* that ended */
	uint32_t from;		      /* step at which it left the last one */
	bool open;		      /* it has not ended */
	bool lost;		      /* a node did not fit */
};

/* Memory for nodes; false: for none. */
bool estimate_init(struct estimate *e, void *memory, size_t bytes);

/* Nothing was made. */
void estimate_restart(struct estimate *e);

/* The next execution takes another child of the node at `step`; what was below
 * the one before is complete. */
static inline void estimate_branch(struct estimate *e, uint32_t step)
{
	struct estimate_node *node = e->last;

	while (node->step > step)
		node--;
	e->last = e->before = node;
	e->from = step;
	e->open = true;
	node->finished++;
	node->entered = e->spent;
}

/* The execution that is open is made again from its beginning. */
void estimate_again(struct estimate *e);

/* The node at `step` has, or may get, more than one child. */
static inline void estimate_meet(struct estimate *e, uint32_t step)
{
	if (__builtin_expect(e->last + 1 >= e->end, 0)) {
		e->lost = true;
		return;
	}
	e->last++;
	e->last->step = step;
	e->last->finished = 0;
}

/* Says when the nodes that an execution added were met. */
void estimate_date(struct estimate *e, uint32_t steps, uint64_t cost);

/* The execution is over, with so many steps. */
static inline void estimate_end(
	struct estimate *e, uint32_t steps, uint64_t cost)
{
	if (e->last != e->before)
		estimate_date(e, steps, cost);
	e->spent += cost;
	e->executions++;
	e->open = false;
}

/* An estimate that did not come true says nothing of what is left.  Looked at
 * each time twice as much has been spent as the last time: if that was more
 * than all was estimated to cost then, what is left takes as long as its part
 * of the tree says, or as long as everything so far, whichever is less.  Zeroed
 * at first, and where less has been spent than before. */
struct estimate_doubt {
	double spent, predicted; /* when it was looked at last */
	bool wrong;
};

/* is->cost is at least that, if it is to be doubted. */
void estimate_doubt(struct estimate_doubt *d, struct estimated *is);

/* `left` says how many children of the node at a step are still to be made, the
 * current one not counted (of one that is smaller than that, a part); it is
 * asked once for each node, from the deepest upwards.  False: nothing is known.
 */
bool estimate_read(const struct estimate *e,
	double (*left)(void *arg, uint32_t step), void *arg,
	struct estimated *out);

/* What is left below `step` becomes a tree of its own, of which nothing was
 * made.
 */
void estimate_below(
	const struct estimate *e, uint32_t step, struct estimate *part);

/* Plain data, as search_save.  An execution that is open is to be made again.
 */
size_t estimate_save(const struct estimate *e, void *out, size_t bytes);
bool estimate_load(struct estimate *e, const void *saved, size_t length);

#endif
