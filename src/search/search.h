/* SPDX-License-Identifier: MIT */
/* search.h - the seam: a machine runs tests, the search decides
 *
 * The machine calls, the search answers; the search never calls a machine.
 * Per execution: search_begin once, search_choose at each decision point after
 * the prefix, search_transition after each transition at depth >= shared,
 * search_end once.  Everything a strategy may see is in `view`.
 *
 * Pure     no I/O, no clock, no malloc: all memory comes from the region that
 *          search_new is given.  That region may be shared between processes
 *          that map it at one address: an execution may run in a forked child.
 * Cost     search_choose is on the hot path: O(enabled threads).
 *
 * A *step* is a decision point: step i is answered by choice i of the schedule.
 */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "search/estimate.h"
#include "search/op.h"

enum {
	THREADS_MAX = 4096
};

typedef uint16_t tid;

enum {
	TID_NONE = 0xffff
};

enum stop_reason {
	STOP_NONE,
	STOP_REDUNDANT, /* an equivalent execution was or will be explored */
	STOP_CACHED,	/* what lies behind was explored from elsewhere */
	STOP_BOUND,
	STOP_BUDGET,	    /* executions or steps, never time */
	STOP_CANNOT_FOLLOW, /* a schedule to be replayed does not fit */
	STOP_MEMORY,	    /* the search's region is full */
};

/* The answer at a decision point: a thread and which alternative of its
 * pending operation; or a stop. */
struct choice {
	tid thread;   /* TID_NONE: stop */
	uint8_t stop; /* enum stop_reason, when thread is TID_NONE */
	uint8_t keep; /* the search will come back to this point: worth a
			 checkpoint.  A hint, not part of the schedule */
	uint32_t alternative; /* one of those the view offers */
};

static inline struct choice choice_stop(enum stop_reason why)
{
	return (struct choice){TID_NONE, (uint8_t)why, 0, 0};
}

/* What a live thread will do next. */
struct pending {
	uint64_t object; /* address of what it acts on; 0: nothing */
	uint64_t pc;	 /* the instruction, as a return address */
	/* Alternatives offered now; 0: not enabled.  They are numbered
	 * 0 .. offers-1, or listed in offer[] when it is not NULL (ascending;
	 * the waiter that a signal wakes is named by its thread number). */
	uint32_t offers;
	union {
		const uint32_t *offer;
		uint64_t waits; /* if `elsewhere`, and not enabled: for this
				   object, of size 0, instead of `object` */
	};
	uint32_t size;	  /* bytes of a memory operation, else 0 */
	uint32_t level;	  /* of a wait for a semaphore: its value now; if it
			     `awaits`: number of the await */
	uint8_t kind;	  /* enum op */
	uint8_t live;	  /* 0: no such thread (now): skip the entry */
	uint8_t internal; /* not a thread of the test: a buffer's flush */
	uint8_t spinning; /* would only repeat itself: waits for a change */
	tid owner; /* the thread of the test for which it acts: itself, but for
		      what is internal */
	union {
		struct {
			uint8_t elsewhere : 1;	/* what it waits for: `waits` */
			uint8_t unforeseen : 1; /* it may do more than its
						   operation (end its thread,
						   where others join in the
						   middle of theirs): what it
						   will touch is known only once
						   it is made */
			uint8_t withheld : 1;	/* no search tries it by itself:
						   it is made where   somebody
						   asks   for it (a prefix, a
						   race),   and   not among those
						   that are   enabled */
			uint8_t awaits : 1;  /* the first of a turn that waits
						for one place (awaits.h);
						withheld while that would come to
						nothing */
			uint8_t signals : 1; /* others send it signals, and take
						them from it: what it can do
						next may be more, or less, for
						that */
		};
		uint8_t unusual; /* any of these */
	};
};

struct view {
	const struct pending *thread; /* [threads], by thread number */
	tid threads; /* one more than the highest live number */
	tid last;    /* thread of the test that ran last; TID_NONE: none did */
	tid enabled; /* how many entries offer something and are not withheld;
			at least 1 */
	tid flushes; /* live ones of kind OP_flush, of which one at least can
			go: they go first where nothing is asked for */
	uint32_t step; /* decision points before this one */
};

/* One access inside a transition. */
struct access {
	uint64_t address;
	uint32_t size; /* bytes; 0: an object, not memory */
	uint8_t write;
	uint8_t kind; /* enum op; OP_read and OP_write for plain accesses */
	/* 0: it commutes with any number of operations that depend.def lets it
	 * commute with; n: with n - 1, then it would do something else (the
	 * arrivals before a barrier's round is complete; the threads that may
	 * end before it is the last one). */
	uint16_t room;
};

struct transition {
	struct choice choice;
	uint32_t step;
	uint8_t kind;	 /* operation with which it began */
	uint8_t blocked; /* it ended because its thread could not go on */
	uint64_t object;
	uint64_t before; /* the value of `valued` bytes there, before it was
			    made; 0: not known */
	uint8_t valued;
	uint64_t pc;
	const struct access *access; /* footprint; valid during the call */
	size_t accesses;
};

enum outcome_kind {
	OUTCOME_ENDED,	    /* every thread ended, or the process left */
	OUTCOME_FAILED,	    /* a detector fired: assert, crash, ... */
	OUTCOME_DEADLOCKED, /* live threads, none enabled */
	OUTCOME_LIVELOCKED, /* the same, and one of them spins */
	OUTCOME_PRUNED,	    /* an assumption failed */
	OUTCOME_STOPPED,    /* by CHOICE_STOP, a limit, or the driver */
	OUTCOME_REDUNDANT,  /* an unfair end, kept from going on by a spinning
				thread: what others could do is explored apart */
	OUTCOME_DIVERGED,   /* a prefix could not be followed: an error */
};

struct outcome {
	enum outcome_kind kind;
	const struct pending *thread; /* as in view: what each had pending */
	tid threads;
	uint32_t steps;
	tid threads_max;  /* threads that ever lived in this execution */
	uint64_t hash;	  /* of the outcome, for tests; 0: none */
	uint64_t failure; /* which one: equal for those that people would call
			     the same bug; 0: none, or it is not known */
	bool fresh; /* to strategies: it showed an order, or a pair of places,
		       that no execution before it had (coverage.h) */
	const struct awaits *awaits; /* numbered in what pends; or NULL */
	/* What the execution took, the way to its beginning included: for
	 * estimates; no choice depends on it. */
	uint64_t cost_ns;
};

/* What the next execution starts with. */
struct start {
	const struct choice *prefix; /* to be made first, in this order */
	size_t length;		     /* 0: from the beginning */
	size_t shared; /* the first `shared` are those of the last execution */
	bool done;     /* nothing is left */
	bool reuse;    /* a machine that was left the choice hands freed memory
			  out again in this execution */
	bool again;    /* made before, under a smaller bound: only to get at
			  what lies behind it */
};

struct search_config {
	char strategy[24]; /* a name of strategy_find() */
	char reduce[24];
	char cache[16]; /* "hbr" or "lazy-hbr" */
	uint64_t seed;
	uint64_t executions_max; /* stop after so many; 0: no limit */
	uint64_t first;		 /* samplers: number of the first execution */
	uint64_t stride;	 /* samplers: distance to the next; >= 1 */
	uint32_t steps_max;	 /* stop an execution there (STOP_BUDGET) */
	uint32_t pct_depth;	 /* d of pct, >= 1; 0: 3 */
	uint32_t pct_steps;	 /* k of pct; 0: learned */
	uint32_t bounds;	 /* ipb, idb: only 0 .. bounds-1; 0: all */
	uint64_t cache_max;	 /* prefixes in a cache; 0: what fits */
	uint8_t unrefined; /* 1: operations that depend.def lets commute depend,
			      but for those that always do */
	uint8_t downwards; /* source: threads with higher numbers go first, not
			      the one that ran last; the same traces, but it
			      begins with others */
	const struct choice *replay; /* for strategy replay; kept, not copied */
	size_t replay_length;
};

struct search; /* opaque; lies at the start of its region */

/* A new search inside `memory` (8-aligned, `bytes` long).  Fails with
 * ERR_USAGE when the configuration names what does not exist. */
int search_new(struct search **out, void *memory, size_t bytes,
	const struct search_config *config, struct err *err);

/* What the next execution starts with; `done` when nothing is left.  The prefix
 * stays valid until search_end.  Without a search_end since the last call (the
 * process died, the driver gave up) the same execution is begun again, with
 * `shared` 0, so that nothing is lost. */
struct start search_begin(struct search *s);

/* At each decision point after the prefix: a choice of view, or a stop with
 * why.  Depends on nothing but s and view.  A stopped execution still gets
 * search_end. */
struct choice search_choose(struct search *s, const struct view *view);

/* A transition at depth >= shared is over; its footprint is complete. */
void search_transition(struct search *s, const struct transition *done);

/* The execution is over; outcome lists what every live thread still had
 * pending. */
void search_end(struct search *s, const struct outcome *outcome);

/* True: search_transition needs footprints; otherwise the machine may leave
 * `access` empty, or not call it at all. */
bool search_wants_footprints(const struct search *s);

/* A strategy that cannot exhaust never lets `verified` be printed. */
bool search_can_exhaust(const struct search *s);
/* Does it make an execution of each trace, and know in which order the
 * transitions of one can be made?  Then of the execution in progress: */
bool search_orders(const struct search *s);
/* how many transitions it was told of and has room for, */
uint32_t search_told(const struct search *s);
/* of which kind that of a step is, */
enum op search_kind(const struct search *s, uint32_t step);
/* and whether that of step i comes before that of step j, a later one, in each
 * execution of the trace.  Both were told. */
bool search_before(const struct search *s, uint32_t i, uint32_t j);
/* Every execution of the space was explored (search_begin said done, and no
 * execution was stopped or left out by a bound). */
bool search_exhausted(const struct search *s);

/* How large the space is, and how long it will take, as far as this round can
 * tell; its executions are counted however they end.  Exact when the search is
 * done.  False: nothing is known.  O(decision points): not for every execution.
 */
bool search_estimate(const struct search *s, struct estimated *out);

/* How many traces there are, from random walks (size.h). */
struct sized {
	double traces; /* on average; may be infinite */
	double spread; /* the average of what was squared, by that squared; at
			  least 1, which it is if all walks say the same */
	uint64_t walks;
};

/* False: this strategy does not know, or not yet. */
bool search_size(const struct search *s, struct sized *out);

/* What executions that chance has chosen were like (coverage.h), since
 * search_new or search_load: NULL for strategies that come to an end, and where
 * there is no room.  Another process may ask this of a search that is under
 * way. */
struct samples;
const struct samples *search_shown(const struct search *s);

/* search_begin said done, and not for a limit, or because it waits for parts.
 */
bool search_done(const struct search *s);

/* Of a strategy that goes bound by bound: ipb by preemptions, idb by delays;
 * since the last restart. */
struct search_bounds {
	uint32_t now;	     /* the most that an execution may have */
	uint32_t done;	     /* 0 .. done-1 were explored, no execution cut */
	uint64_t within;     /* complete executions with less than `done` */
	uint64_t executions; /* complete ones with exactly `now` */
	uint64_t failed;     /* of these: failed, deadlocked, livelocked */
	uint8_t more;	     /* `now` has left something out */
};

/* NULL: this strategy has no bounds. */
const struct search_bounds *search_bounds(const struct search *s);
/* Once an execution has failed, nothing beyond its bound is to be explored; a
 * restart forgets which one had failed. */
void search_finish_bound(struct search *s);

/* Of a search with a cache: beginnings of executions that were explored, by
 * what they are equivalent to.  Nothing is missed when one does not fit. */
struct search_cache {
	uint64_t kept;	   /* of this round (and bound) */
	uint64_t most;	   /* that fit */
	uint64_t given_up; /* not kept, or no longer, in all rounds */
	uint64_t stopped;  /* executions that came to one, or ended as another
			      one had, in all rounds */
};

/* NULL: this strategy has no cache. */
const struct search_cache *search_cache(const struct search *s);

/* How hard an execution is to read. */
struct simplicity {
	uint32_t preemptions; /* of threads that could have gone on */
	uint32_t switches;    /* from one thread to another, these included */
	uint32_t steps;
	uint32_t delays; /* threads that were passed over, where the one that
			    ran last, or the next after it, could go on */
};

/* Of a strategy that makes a schedule simpler: the execution that ended last
 * failed as the one it was given, and none was simpler so far.  Of one that
 * looks for the nearest that does not fail: that was it, so far (`preemptions`
 * then counts the orders that it changes). */
bool search_shorter(const struct search *s, struct simplicity *out);

/* What lazy reduction has met that it knows to be beyond it, since the last
 * restart: bits.  Then another reduction should begin anew. */
enum search_warning {
	WARNING_WAITS = 1, /* an operation waits while its thread has a mutex */
	WARNING_CYCLE =
		2, /* threads take mutexes in orders that may deadlock */
	WARNING_KEEPS =
		4,	  /* a mutex is not given back, somebody waits for it */
	WARNING_ASKS = 8, /* an operation tells whether a mutex is held */
	WARNING_MANY = 16, /* more mutexes, or ways to take them, than it counts
			    */
};
uint32_t search_warnings(const struct search *s);

/* Starts again from nothing, counters of this round included: the set of
 * decision points has grown.  Samplers only go on.  Of `config` (NULL: as
 * before) the reduction alone counts, which must be one of this strategy. */
void search_restart(struct search *s, const struct search_config *config);

struct search_count {
	uint64_t executions; /* complete: ended, failed, deadlocked */
	uint64_t blocked;    /* stopped as redundant, or the same as another */
	uint64_t probes;
	uint64_t pruned;
	uint64_t stopped; /* cut by a limit or the driver */
	uint64_t again; /* made again (start.again): steps alone count them, too
			 */
	uint64_t failed; /* of executions: failed, deadlocked, livelocked */
	uint64_t steps;	 /* all decision points of all executions */
	uint64_t restarts;
};

/* All of them, however they ended. */
static inline uint64_t search_made(const struct search_count *c)
{
	return c->executions + c->blocked + c->probes + c->pruned + c->stopped;
}

/* Totals over all rounds. */
const struct search_count *search_count(const struct search *s);

/* The name and, for a turn of several, the number of the strategy that ran or
 * runs the current execution; static storage. */
const char *search_strategy(const struct search *s);

/* Bytes of the region in use, about. */
size_t search_used(const struct search *s);

/* Plain data out and in, versioned.  save: returns bytes needed, and writes
 * when they fit; an execution that has not ended is saved as not begun.  load:
 * into a region as for search_new, of any size that is enough.  split: moves
 * pending branches into a new search in `memory`, so that both explore disjoint
 * work; ERR_UNSUPPORTED when there are none to give, now (a reduced search
 * gives between executions only). */
size_t search_save(const struct search *s, void *out, size_t bytes);
int search_load(struct search **out, void *memory, size_t bytes,
	const void *saved, size_t length, struct err *err);
int search_split(struct search *s, struct search **part, void *memory,
	size_t bytes, struct err *err);

/* What a part finds out may ask for more in what it was split from, its owner
 * (docs/design/011-splitting.md).  Whoever runs both takes the part's messages,
 * in their order, to the owner: sooner or later, but each once.
 *
 * send: the next message to the owner of s; returns its length, 0 if there is
 * none, and takes it if it fits.  When search_begin has said `done` the last
 * one says that; it is taken before the owner can end.  receive: a message of a
 * part of s; ERR_USAGE in the middle of an execution. */
size_t search_send(struct search *s, void *out, size_t bytes);
int search_receive(
	struct search *s, const void *message, size_t length, struct err *err);
/* search_begin said done, and search_done does not: parts may still ask. */
bool search_waits(const struct search *s);

#endif
