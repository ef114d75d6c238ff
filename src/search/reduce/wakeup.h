/* SPDX-License-Identifier: MIT */
/* wakeup.h - what is still to be explored at each decision point, as sequences
 *
 * A wakeup tree (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, 2017, section
 * 6) hangs at each node: its branches are options, each with the footprint it
 * had where it was seen.  An execution follows a branch to its leaf, so that it
 * does not end in what is asleep.  A sequence goes below the first branches
 * that begin it, and is always kept to its end.  (In the paper a leaf that
 * begins it covers it: that is true only of leaves that are not redundant
 * themselves, which is not known where a footprint is guessed.  Below a leaf
 * the choice is free, so this costs memory and no execution.)
 *
 * Every sequence counts: what is skipped elsewhere relies on it.  One that does
 * not fit sets `lost`, and the search is not complete.
 *
 * Memory   the caller's, branches of one size in a free list; what they do is
 * kept apart (interned.h).
 */
#ifndef SEARCH_REDUCE_WAKEUP_H
#define SEARCH_REDUCE_WAKEUP_H

#include "search/depend.h"
#include "search/reduce/interned.h"

enum {
	ROOM_MAX = 0x7fff, /* more than there are threads */
	GIST_THREADS = 64,
	GIST_MAX = 64, /* places told apart */
	BRANCH_NONE = 0xffffffff,
	ANY_ALTERNATIVE = 0xffffffff /* with one, all others are explored */
};

/* One option of a sequence; footprint NULL: nothing is known about it, so that
 * it depends on everything. */
struct advice {
	const struct footprint *footprint;
	uint32_t alternative;
	tid thread;
	bool guess : 1; /* the footprint is at least what it will be */
	/* In a sequence: what is left there of its access.room, which was
	 * recorded where others came before it; 0: it has none. */
	uint16_t room : 15;
};

struct branch {
	uint32_t alternative;
	uint32_t child, sibling; /* or BRANCH_NONE */
	uint32_t print; /* its footprint's number; INTERNED_NONE: not known */
	tid thread;
	bool guess : 1;
	bool told : 1;	/* to the owner: all that begins with it */
	bool there : 1; /* it is not free */
};

struct wakeup {
	struct branch *branch;
	struct interned_table prints;
	uint32_t *root;	 /* by node: the first branch, or BRANCH_NONE */
	uint32_t *taken; /* by node: the branch that is followed */
	uint32_t free, fresh, max, nodes_max;
	uint32_t cut; /* by the last look for a path, or BRANCH_NONE */
	uint32_t used;
	uint32_t steps_max; /* of an execution */
	bool untold;	    /* there may be something the owner was not told */
	bool lost;	    /* no room for a sequence */
};

void wakeup_init(struct wakeup *w, void *memory, size_t bytes);
/* Nothing hangs anywhere. */
void wakeup_clear(struct wakeup *w);
/* Bytes that have been in use. */
size_t wakeup_used(const struct wakeup *w);

/* A branch, with anything in it; BRANCH_NONE: there is no room. */
uint32_t wakeup_new(struct wakeup *w);

/* Gives one back, with all that hangs at it. */
void wakeup_free(struct wakeup *w, uint32_t b);

/* Its footprint is the table's, as long as the branch is there. */
struct advice branch_advice(const struct wakeup *w, const struct branch *b);
/* As the advice has it, with nothing at it.  No room for what it does: `lost`.
 */
void branch_fill(struct wakeup *w, struct branch *b, const struct advice *a);

/* Of a sequence, what spares looking at each of its options: where the first
 * one of a thread is, and what those before a place touch together.  As options
 * are taken out others only move up: then these are still at least that far,
 * and touch at most that. */
struct gist {
	const struct advice *sequence; /* as it was; NULL: not looked at yet */
	uint64_t threads;	       /* bits, by thread modulo 64 */
	uint16_t first[GIST_THREADS];  /* by those */
	uint32_t odd; /* where bits are not all that one depends on */
	struct {
		uint64_t reads, writes, objects, fixed;
	} before[GIST_MAX]; /* the last one: of all */
};

/* Looks, unless that was done.  O(length). */
void gist_find(struct gist *g, const struct advice *sequence, uint32_t length);

/* Does an execution with this sequence begin with the option, or does the
 * option not matter to it?  (The option is a weak initial.)  *at: its place in
 * the sequence, or `length`.  The gist was found of the sequence, before
 * something was taken out, or not at all. */
bool advice_begins(const struct advice *option, const struct gist *g,
	const struct advice *sequence, uint32_t length, uint32_t *at);

/* Can an execution have so many options from node i on?  What does not matter
 * to a sequence, and comes before all of it, makes it longer. */
static inline bool wakeup_within(
	const struct wakeup *w, uint32_t i, uint32_t length)
{
	return i <= w->steps_max && length <= w->steps_max - i;
}

/* Adds a sequence at node i, unless it is there; it is used up, and its gist,
 * which may have been looked at. */
void wakeup_insert(struct wakeup *w, uint32_t i, struct advice *sequence,
	uint32_t length, struct gist *g);

/* Does anything hang at node i? */
static inline bool wakeup_hangs(const struct wakeup *w, uint32_t i)
{
	return w->root[i] != BRANCH_NONE;
}

/* Takes the first branch off node i; its children become those of node i + 1,
 * which has none.  It is kept until wakeup_done or wakeup_back.  False: there
 * is none. */
bool wakeup_take(struct wakeup *w, uint32_t i, struct advice *out);

/* What was guessed at node i has been made, and is known: sequences there that
 * it begins go to node i + 1.  `scratch` has room for `most` options. */
void wakeup_settle(struct wakeup *w, uint32_t i, const struct advice *made,
	struct advice *scratch, uint32_t most);

/* Takes a path off the children of what was taken at node i, which is not
 * followed: its length, 0 after the last one, or if it does not fit.  It stays
 * readable until the next call. */
uint32_t wakeup_left_over(
	struct wakeup *w, uint32_t i, struct advice *sequence, uint32_t most);

/* What was taken at node i is not followed: it is dropped with its children. */
void wakeup_drop(struct wakeup *w, uint32_t i);
/* It was followed to the end of an execution. */
void wakeup_done(struct wakeup *w, uint32_t i);
/* It was not: it hangs at node i again, with all that hangs at node i + 1. */
void wakeup_back(struct wakeup *w, uint32_t i);

/* At nodes of the owner (split.h): what it is to be told, and was; literally,
 * as branches that begin a sequence may be such as the owner refuses.  Adds
 * one, unless another one begins like that. */
void wakeup_note(struct wakeup *w, uint32_t i, const struct advice *sequence,
	uint32_t length);
/* The branches of one that it was not told, at one of so many nodes; it is told
 * when the last one's `told` is set.  How many; 0: there is none. */
uint32_t wakeup_untold(struct wakeup *w, uint32_t nodes, uint32_t *node,
	uint32_t *path, uint32_t most);
/* When memory gets short: what it was told may be told again. */
void wakeup_forget(struct wakeup *w, uint32_t nodes);

/* Is there room in `part` for all that hangs at 0 .. nodes? */
bool wakeup_fits(
	const struct wakeup *w, uint32_t nodes, const struct wakeup *part);
/* What hangs at the nodes after i becomes the part's. */
void wakeup_give(
	struct wakeup *w, uint32_t i, uint32_t nodes, struct wakeup *part);

/* Nothing hangs at the first node. */
void wakeup_begin(struct wakeup *w);
/* At node i nothing is taken; node i + 1 has nothing. */
static inline void wakeup_free_choice(struct wakeup *w, uint32_t i)
{
	w->taken[i] = w->root[i + 1] = BRANCH_NONE;
}

#endif
