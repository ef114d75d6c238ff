/* SPDX-License-Identifier: MIT */
/* channel.h - what command and test process share: one memory file
 *
 * The command creates a sparse memfd, fills `config`, and starts the test with
 * SCARP_CHANNEL=<fd> in its environment.  The runtime maps it at CHANNEL_BASE,
 * writes everything else and keeps the search itself in the last part, so that
 * nothing is lost when the process dies: the command reads what was found, and
 * a fresh process may map the file and go on (config.resume).
 *
 * Trust    the command believes nothing here that it has not validated:
 *          channel_check() bounds every count and offset.
 * Memory   the file is sparse; only what is used takes room.
 * Version  both sides are of one build: `build` must be equal.
 */
#ifndef CHANNEL_CHANNEL_H
#define CHANNEL_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "channel/config.h"
#include "channel/cut.h"
#include "channel/differs.h"
#include "channel/found.h"
#include "search/awaits.h"
#include "linear/noted.h"
#include "search/caveat.h"

#define CHANNEL_MAGIC 0x6c6e686370726373u /* "scrpchnl" */
#define CHANNEL_BASE 0x120000000000u	  /* where test processes map it */
#define CHANNEL_NAMES_BASE 0x12f000000000u
#define CHANNEL_RERUNS_BASE 0x12f100000000u
#define CHANNEL_ENV "SCARP_CHANNEL"

/* The audit of reduction: native/audit/reduction.h. */
enum audit_task {
	AUDIT_SEARCH,  /* the search goes on, traces are kept */
	AUDIT_RANDOM,  /* an execution at random */
	AUDIT_SWAPPED, /* one with two neighbours swapped */
	AUDIT_SOUGHT,  /* the search goes on once more, for one of a trace */
	AUDIT_TOLD,    /* one of two whose last states are compared */
	AUDIT_DONE
};

struct channel_trace {
	uint64_t trace, state; /* hashes; trace 0: nothing here */
	uint64_t execution;    /* that had it first */
};

struct channel_state {
	uint64_t memory, pending, enabled; /* hashes */
};

struct channel_pair {
	uint32_t step; /* of the first of the two */
	struct channel_state after;
};

struct channel_made {
	uint64_t trace, state;
	uint64_t past;	  /* hash of the last step and its past alone */
	uint32_t outcome; /* enum outcome_kind */
	uint32_t usable;  /* all of it was seen, to its own end */
};

struct channel_schedule {
	uint32_t length;
	struct choice choice[STEPS_MAX];
};

struct channel_audit {
	volatile uint32_t task; /* enum audit_task */
	uint32_t exhausted;	/* the search had come to its end */
	uint32_t shift; /* of the traces, one in 2^shift is in the table */
	uint64_t traces;
	volatile uint64_t executions; /* at random, so far */
	uint64_t judged;	      /* of these, by their trace */
	volatile uint64_t pairs;      /* swapped */
	uint32_t missed;	      /* `miss` says what is wrong */
	char miss[512];
	struct channel_differs differs;

	/* The execution in progress, or the last one. */
	struct channel_made made;
	uint32_t pairs_noted;
	struct channel_pair pair[AUDIT_PAIRS];
	uint32_t wanted, took; /* the state after this step and the next */
	struct channel_state taken;
	struct channel_schedule first, second; /* what was swapped */

	struct channel_trace table[AUDIT_TRACES];
};

/* With config.reruns, of all rounds: complete executions, and of these, whose
 * trace another job had executed before, or this one itself; or that could not
 * be told. */
struct rerun_count {
	uint64_t executions, earlier, own, unknown;
};

static inline void rerun_add(
	struct rerun_count *to, const struct rerun_count *more)
{
	to->executions += more->executions;
	to->earlier += more->earlier;
	to->own += more->own;
	to->unknown += more->unknown;
}

/* How large the space is and how long it takes, as far as this round can tell:
 * search_estimate.  A little old while the search runs. */
struct channel_estimate {
	uint64_t made; /* executions when it was read; 0: nothing is known */
	struct estimated is;
	struct estimate_doubt doubt;
};

/* With config.progress: how often a thread was tried alone, and what the
 * longest operation took that returned: of a thread that was tried, and in
 * executions.
 */
struct channel_progress {
	uint64_t runs, returned;
	uint32_t alone_most, among_most;
};

/* The runtime's clock (native/cost.h). */
struct channel_pace {
	uint64_t mark_ns;      /* when it was last looked at */
	uint64_t each_ns;      /* what an execution took then */
	uint64_t published_ns; /* when the last estimate was */
	uint32_t batch, left;  /* executions from one look to the next */
	uint32_t due;	       /* 1: an estimate is to be published */
};

/* What a test has shown that reductions cannot go by (native/coarse.h). */
enum coarse {
	COARSE_OPERATIONS = 1, /* operations alone, but all accesses */
	COARSE_ADDITIONS = 2,  /* additions that commute */
	COARSE_TURNS = 4,      /* turns without effect: all are kept */
	COARSE_COUNTS = 8,     /* those of loops that count them */
	COARSE_SIGNALS = 16,   /* what waits for a thread is its own matter */
	COARSE_AWAITED = 32,   /* nor is it, which thread waits for a signal */
	COARSE_CLOCKS = 64,    /* threads sleep and read the clock: loops are
				  to tell their turns, where these are kept */
	COARSE_UNANNOUNCED = 128, /* any turn may have an effect: all are kept,
				     and none is told */
	COARSE_HISTORIES = 256,	  /* each order of calls and returns is made */
	COARSE_END = 512
};

enum run_state {
	RUN_NOT_STARTED, /* the runtime never spoke: not our binary? */
	RUN_STARTED,
	RUN_EXECUTION, /* inside execution executions_begun */
	RUN_BETWEEN,
	RUN_WAITING, /* for an order */
	RUN_DONE,    /* the search said done, or stop_after was reached */
	RUN_STOPPED, /* stop_request was obeyed */
	RUN_ERROR,   /* see error */
	RUN_LEAKED,  /* this way of going back is not enough: `error` says
			what was not put back, or cannot be; the command starts
			again in fork mode */
};

enum {
	CROSSINGS_MAX = 64
};
struct channel_crossing {
	uint64_t start, end;
};

/* Why the exits of threads are decision points: bits. */
enum exits {
	EXITS_SEEN = 1,	   /* somebody asks, without waiting, who has ended */
	EXITS_ORDERED = 2, /* and it matters who is the last one */
	EXITS_POINTS = EXITS_SEEN | EXITS_ORDERED,
	EXITS_ASKED = 4,       /* a thread is asked to end: calls that are no
				  operations but ask for that are points, too */
	EXITS_INTERRUPTED = 8, /* so may it be where it waits for a socket: that
				  it comes to wait is a point */
	EXITS_ALL = EXITS_POINTS | EXITS_ASKED | EXITS_INTERRUPTED
};

enum {
	LOOPS_MAX = 4,
	WEAK_MAX = 256
};

#define TRIES_CLOCK (1ull << 63)

/* An instruction whose store may be late, by its address, in any process: these
 * are not randomized. */
struct channel_weak {
	uint64_t pc;	    /* 0: none */
	uint32_t overtaken; /* a load of another place was made before its
			       thread waited for its stores */
};

struct channel_loop {
	uint64_t pc;   /* of an operation in it; 0: none */
	uint64_t seen; /* how often */
};

struct channel {
	uint64_t magic;
	uint32_t version;
	uint64_t bytes; /* sizeof(struct channel) */
	char build[64]; /* of the command; the runtime compares */
	struct channel_config config;
	struct channel_phases phases;

	/* From here on the runtime writes. */
	char runtime_build[64];
	volatile uint32_t state;	/* enum run_state */
	volatile uint32_t stop_request; /* the command's */
	volatile uint32_t order;	/* enum order: the command's, taken back
					   by the runtime when it obeys */
	uint32_t exit_status;
	uint32_t error_code; /* enum code, with RUN_ERROR; else 0 */
	char error[512];
	uint64_t error_pc; /* of the call; RUN_LEAKED: what differs, or who
			      changed it; 0: unknown */
	/* The last call of code that scarp does not see, and how many steps had
	 * been decided on then. */
	char calling[80];
	uint64_t calling_pc;
	uint32_t calling_step;
	/* Fork mode alone: the test makes calls that may change files, and
	 * calls that look at them; where it does both, since this round,
	 * looking is a call that nobody sees. */
	uint32_t files_change, files_looked, files_now;
	uint32_t leak; /* RUN_LEAKED: enum caveat; 0: rewind_leak */
	volatile uint64_t executions_begun;
	volatile uint64_t ranged;  /* grows while large accesses are made */
	volatile uint64_t crashed; /* the execution whose fatal signal the
				      runtime has seen: an exit status alone
				      can be the test's own */
	uint64_t failure; /* which one it was, of the execution in progress or
			     the last one: struct outcome; 0: none */
	/* With TASK_SHRINK: the simplest schedule so far, or the nearest that
	 * does not fail, is blob[shorter_offset], so many choices long; 0:
	 * none. */
	uint32_t shorter;
	struct simplicity as_given, simplest;
	uint64_t shorter_offset;
	uint32_t files_kept;	    /* in config.keep_files */
	uint32_t files_lost;	    /* could not be written there */
	uint32_t in_execution;	    /* begun and not yet told to the search */
	volatile uint32_t changing; /* 1: inside the search: who is killed
				       then leaves it half changed */
	struct search_count count;
	struct search_count
		before; /* of these, not of the search that is now */
	struct search_bounds bounds;
	struct search_cache cache;
	struct channel_estimate estimate;
	struct sized size; /* the same of strategy size; walks 0: not known */
	struct channel_pace pace;
	struct channel_progress progress;
	volatile uint32_t waits; /* enum waits, with RUN_WAITING */
	uint32_t idle;		 /* 1: it has no part to explore */
	uint32_t given;	     /* 1: saved_search[] holds a part to be taken */
	uint32_t incomplete; /* 1: a part was not explored to its end */
	/* Of a part of a reduced search (docs/design/011-splitting.md): */
	uint32_t owner; /* the channel with what it was cut off from, from 1;
			   0: it is the whole.  The command's */
	uint32_t held;	/* 1: it cannot go on before a message comes, or goes */
	uint32_t unsent; /* 1: not all that it has to say was in the outbox */
	/* Messages, each behind its length in 8 bytes.  0: the other side may
	 * fill it, and says so here at last; while it waits the command may
	 * also add to its inbox. */
	volatile uint64_t inbox_length, outbox_length;
	uint32_t saved; /* 1: saved_search[] holds what is left */
	uint64_t saved_length;
	/* With config.fingerprint, of this round: the sum of the hashes of all
	 * executions, and how many could be hashed. */
	uint64_t fingerprint, hashed;
	struct rerun_count reruns;
	uint32_t over;	       /* search_done, and no point was added */
	uint32_t exhausted;    /* search_exhausted, the same */
	uint32_t rounds;       /* times the set of points grew, plus one */
	uint64_t before_round; /* executions before the last round began; 0
				  for samplers, which go on */
	uint32_t threads_most;
	/* Of complete executions the largest: decisions, threads that ever
	 * lived. */
	uint32_t longest, broadest;
	uint64_t search_bytes;		/* of the region, in use */
	uint64_t log_bytes;		/* high-water mark of the undo log */
	uint64_t caveats[CAVEAT_COUNT]; /* times; 0: does not apply */
	char caveat_detail[CAVEAT_COUNT][160];

	uint32_t modules;
	struct channel_module module[MODULES_MAX];
	uint32_t points;
	struct point point[POINTS_MAX];
	/* Classes of operations that were met and are no points: 1u << enum
	 * op_class. */
	uint32_t skipped;
	uint32_t exits;	 /* enum exits */
	uint32_t coarse; /* what reductions cannot go by: enum coarse bits */
	/* Of this round, a bit for each loop that counts its turns (they
	 * share): it was left in haste; a turn had an effect
	 * (native/spin/counted.c).  And with TRIES_CLOCK: turns that were left
	 * out have slept; the clock was read (native/coarse.h). */
	uint64_t tries_hasty, tries_lasting;
	uint32_t clock_uses; /* bits: enum clock_use, in any round */
	/* Calls that --fail names and that were made, in any round: bits of
	 * enum failing. */
	uint32_t failing_met;
	uint32_t late_stores; /* was a store made, in any round, that others see
				 late by some model? */
	/* By sc: those stores (native/model/overtaken.h), and were there more,
	 * of which nothing is known? */
	struct channel_weak weak[WEAK_MAX];
	uint32_t weak_more;
	/* Loops whose turns come back with nothing changed but in registers and
	 * on the own stack, so that each number of turns is explored: the first
	 * that were seen (native/spin/filter.c). */
	struct channel_loop counting[LOOPS_MAX];
	/* Of these three, what the execution in progress goes by: they grow
	 * between executions only. */
	uint32_t points_now, exits_now, coarse_now;
	uint32_t heap_now;  /* the same: HEAP_FRESH or HEAP_REUSE */
	uint32_t races;	    /* of both: */
	uint32_t races_now; /* when the execution in progress began */
	struct race candidate[RACES_MAX];
	struct channel_race race[RACES_MAX];
	volatile uint32_t bugs;
	struct channel_bug bug[BUGS_MAX];
	uint32_t cuts; /* CUTS, if any was made; else 0 */
	struct channel_cut cut[CUTS];
	uint32_t widest; /* alternatives of one scarp_choose, at most */
	/* With config.races_kept: the races that were seen first. */
	uint32_t race_bugs;
	struct channel_bug race_bug[BUGS_MAX];
	/* What threads touched on others' stacks: native/threads/frames.h. */
	uint32_t crossings;
	uint32_t again; /* for that the search begins again */
	struct channel_crossing crossing[CROSSINGS_MAX];
	uint32_t late_private; /* a late store was, of which nothing is told:
				  frames_private */
	uint32_t thread_names;
	struct thread_name thread_name[THREAD_NAMES_MAX];

	/* The execution in progress, or the last one. */
	uint32_t running;	  /* its thread */
	uint32_t schedule_length; /* choices made so far */
	struct choice schedule[STEPS_MAX];
	uint32_t output_length, chunks;
	struct output_chunk chunk[CHUNKS_MAX];
	char output[OUTPUT_MAX];

	/* With config.trace. */
	uint32_t events;
	uint32_t events_dropped;
	struct trace_event event[TRACE_MAX];
	uint64_t data_seen; /* of which the newest DATA_MAX are kept */
	struct trace_data data[DATA_MAX];   /* number n at n % DATA_MAX */
	uint64_t thread_pc[THREADS_MAX];    /* where created; 0: main */
	uint64_t thread_start[THREADS_MAX]; /* its function */

	struct operations operations; /* with config.trace, or when these are
				    what is wrong; else of no meaning */

	struct channel_audit audit;
	struct awaits awaits; /* with config.loop_turns */

	uint64_t blob_used;
	char blob[64 << 20] __attribute__((aligned(8)));

	char saved_search[SAVED_BYTES] __attribute__((aligned(4096)));
	char inbox[BOX_BYTES] __attribute__((aligned(4096)));
	char outbox[BOX_BYTES] __attribute__((aligned(4096)));
	char search[SEARCH_BYTES] __attribute__((aligned(4096)));
};

/* How many of point[] are decision points. */
/* What executions of its search have shown; NULL: it is no sampler, or has not
 * begun. */
static inline const struct samples *channel_shown(const struct channel *c)
{
	return search_shown((const struct search *)(const void *)c->search);
}

static inline uint32_t channel_points(const struct channel *c)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < c->points && i < POINTS_MAX; i++)
		n += point_stops(&c->point[i]);
	return n;
}

/* Is there a loop of which others see what its turns set? */
static inline bool channel_loops(const struct channel *c)
{
	bool any = false;

	for (uint32_t i = 0; i < c->points && i < POINTS_MAX; i++)
		any |= c->point[i].access == POINT_LOOP;
	return any;
}

/* Whoever records a bug seals it, when all of it is written and before it is
 * counted in `bugs`: a checksum over the entry and its schedule. */
void channel_seal(const struct channel *c, struct channel_bug *bug);

/* Checks everything that the command is about to believe: counts, offsets,
 * enums, terminated strings, seals.  The text says what is out of range. */
int channel_check(const struct channel *c, struct err *err);

/* Copies bug `index` of a live channel, and what is needed to write its
 * schedule down, into a fresh one, as its only bug; then checks the copy.  The
 * test may write meanwhile, so only the copy is believed. */
int channel_copy_bug(struct channel *to, const struct channel *live,
	uint32_t index, struct err *err);

/* The same for the points of a live channel. */
int channel_copy_points(
	struct channel *to, const struct channel *live, struct err *err);

#endif
