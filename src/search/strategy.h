/* SPDX-License-Identifier: MIT */
/* strategy.h - who runs next: one file a strategy, one row in strategy.c
 *
 * A strategy lives across all executions of a search.  It never sees the test:
 * only `view`.  Its state is plain data in the search's region; pointers may
 * point into that region, never to functions (a fresh process may map the
 * region and go on).
 */
#ifndef SEARCH_STRATEGY_H
#define SEARCH_STRATEGY_H

#include "base/rng.h"
#include "search/search.h"

struct history; /* reduce/history.h */

/* A bump region.  What is behind `used` was never touched: it may be sparse. */
struct region {
	char *base;
	size_t used, size;
};

/* 8-aligned zeroed bytes; NULL when the region is full. */
void *region_take(struct region *region, size_t bytes);
/* All that is left, not zeroed: for arrays that grow in place. */
void *region_rest(struct region *region, size_t *bytes);

struct strategy {
	const char *name;   /* as on the command line */
	const char *reduce; /* the same; NULL: none */
	const char *cache;  /* the same; NULL: none */
	bool given;	    /* needs a schedule: nobody asks for it by name */
	bool exhausts;	    /* may come to the end of the space */
	bool footprints;    /* needs search_transition */
	bool traces;	    /* completes no two executions of one trace */

	/* State for this configuration, from the region; NULL: it is full. */
	void *(*create)(
		const struct search_config *config, struct region *region);
	/* Number `index` is what a sampler's stream of chance depends on.
	 * Without an end since the last begin, the same execution again. */
	struct start (*begin)(void *self, uint64_t index);
	struct choice (*choose)(void *self, const struct view *view);
	void (*end)(void *self, const struct outcome *outcome);

	/* The rest may be NULL. */
	void (*transition)(void *self, const struct transition *done);
	/* How large the space is; between executions.  False: unknown. */
	bool (*estimate)(const void *self, struct estimated *out);
	/* As search_size. */
	bool (*size)(const void *self, struct sized *out);
	/* Something did not fit into the region, or was left out by a bound:
	 * the space was not exhausted, whatever begin says. */
	bool (*lost)(const void *self);
	/* Forget all progress: the decision points are other ones now. */
	void (*restart)(void *self);
	/* What its bounds count; NULL: it has none. */
	const char *counts;
	/* As search_bounds and search_finish_bound. */
	const struct search_bounds *(*bounds)(const void *self);
	void (*finish_bound)(void *self);
	/* What the current execution costs, all choices after its prefix being
	 * free. */
	uint32_t (*cost)(const void *self);
	/* A complete execution, before its end: an equivalent one was complete
	 * before. */
	bool (*repeats)(void *self, const struct outcome *outcome);
	/* As search_warnings. */
	uint32_t (*warnings)(const void *self);
	/* As search_shorter. */
	bool (*shorter)(const void *self, struct simplicity *out);
	/* As search_cache. */
	const struct search_cache *(*cached)(const void *self);
	/* Of the current execution, if that is not always `name`. */
	const char *(*running)(const void *self);
	/* Bytes of the region that grow with the search, now in use. */
	size_t (*used)(const void *self);
	/* As search_save and search_load: progress only, into the state of a
	 * create with the same configuration. */
	size_t (*save)(const void *self, void *out, size_t bytes);
	bool (*load)(void *self, const void *saved, size_t length);
	/* Moves pending branches into `part`, just created. */
	bool (*split)(void *self, void *part);
	/* As search_send and search_receive: 0 and false if NULL. */
	size_t (*send)(void *self, void *out, size_t bytes);
	bool (*receive)(void *self, const void *message, size_t length);
	/* begin said done because parts are not. */
	bool (*waits)(const void *self);
	/* Of the execution in progress; of those that make an execution of each
	 * trace of search/depend.h. */
	const struct history *(*history)(const void *self);
};

/* The row called `name` with this reduction and this cache (NULL, "" and "none"
 * are none), or -1. */
int strategy_find(const char *name, const char *reduce, const char *cache);
/* The rows; NULL after the last. */
extern const struct strategy *const strategy_table[];
/* Row i, NULL after the last. */
const struct strategy *strategy_at(unsigned i);

extern const struct strategy strategy_dfs, strategy_random, strategy_pct,
	strategy_turns, strategy_replay, strategy_source, strategy_optimal,
	strategy_ipb, strategy_idb, strategy_bpor, strategy_classic,
	strategy_classic_sleep, strategy_classic_covered, strategy_dfs_hbr,
	strategy_dfs_lazy, strategy_ipb_hbr, strategy_ipb_lazy,
	strategy_idb_hbr, strategy_idb_lazy, strategy_lazy, strategy_shrink,
	strategy_size, strategy_nearest, strategy_pos, strategy_surw,
	strategy_portfolio, strategy_rff, strategy_maple, strategy_pct_modified;

/* An enabled thread has alternatives and exists; what is withheld is never. */
static inline bool enabled(const struct pending *p)
{
	return p->offers && p->live && !p->withheld;
}

/* Alternative number i of those a thread offers; i < offers. */
static inline uint32_t offered(const struct pending *p, uint32_t i)
{
	return p->offer ? p->offer[i] : i;
}

/* Does a thread wait for others by this operation?  Timed operations do when
 * they do not succeed at once, which is alternative 0. */
static inline bool gives_way(uint8_t kind, uint32_t alternative)
{
	return op_is(kind, GIVES_WAY) ||
	       (alternative != 0 && op_is(kind, GIVES_WAY_LATE));
}

/* Left behind by another one, it could have gone on, and not because it only
 * lets others go first, or its time is over: who reads a report sees it wait.
 * (The bounds of ipb count these as well: docs/design/009-bounds.md.) */
static inline bool is_preempted(const struct pending *p)
{
	bool late;

	if (!enabled(p)) /* its offers may be none: what it waits for */
		return false;
	late = offered(p, 0) && op_info[p->kind].waits != WAITS_no;
	return !p->spinning && p->kind != OP_process_leave && !late &&
	       !gives_way(p->kind, offered(p, 0));
}

/* Threads of the test from `from` upwards and around; TID_NONE: none can go on.
 */
static inline tid thread_from(const struct view *view, tid from)
{
	tid n = view->threads, t = from < n ? from : 0;

	for (tid left = n; left; left--) {
		if (enabled(&view->thread[t]) && !view->thread[t].internal)
			return t;
		if (++t == n)
			t = 0;
	}
	return TID_NONE;
}

/* The lowest entry that can go on and is none of them; a flush, if there is
 * one.
 */
static inline tid internal_first(const struct view *view)
{
	tid t = 0;

	while (!enabled(&view->thread[t]) ||
		(view->flushes && view->thread[t].kind != OP_flush))
		t++;
	return t;
}

/* The default order of every strategy: flushes first, so that stores are late
 * only where that is asked for; then threads of the test from `from` upwards
 * and around; what is none of them when none can go on, the lowest first: it is
 * neither a preemption nor a delay (search-rules 29).  All entries are walked
 * over only where nobody of the test is enabled, or a flush is. */
static inline tid first_from(const struct view *view, tid from)
{
	tid t = view->flushes ? TID_NONE : thread_from(view, from);

	return t == TID_NONE ? internal_first(view) : t;
}

/* From who ran last. */
static inline tid first_of(const struct view *view)
{
	return first_from(view, view->last);
}

/* The same downwards from the highest number. */
static inline tid last_of(const struct view *view)
{
	tid t = view->threads;

	if (view->flushes)
		return internal_first(view);
	while (t--)
		if (enabled(&view->thread[t]) && !view->thread[t].internal)
			return t;
	for (t = (tid)(view->threads - 1); !enabled(&view->thread[t]);)
		t--;
	return t;
}

#endif
